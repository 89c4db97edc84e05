//! The server as pages and others find it: who is let in, what is refused, and that a refusal
//! harms nobody else.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use pliant_viewer::{Options, Server, Source, command};
use serde_json::Value;
use tokio::net::TcpStream as Stream;
use tokio::runtime::Runtime;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

type Socket = WebSocketStream<MaybeTlsStream<Stream>>;

/// Generous: tests share their machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server that runs until the tests end.
fn server(scene: Option<Source>) -> SocketAddr {
    let server = Server::bind(Options { scene, ..Options::default() }).unwrap();
    let address = server.address();
    thread::spawn(move || server.run());
    address
}

/// Status and body of a plain request with these headers.
fn get(address: SocketAddr, path: &str, headers: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\n{headers}connection: close\r\n\r\n").unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let status = text.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
    (status, text)
}

fn ours(address: SocketAddr) -> String {
    format!("host: {address}\r\n")
}

async fn open(address: SocketAddr, scene: &str, session: &str) -> Socket {
    let url = format!("ws://{address}/socket?scene={scene}&session={session}");
    connect_async(url).await.unwrap().0
}

/// The heads of the next binary message of a kind.
async fn next(socket: &mut Socket, kind: u8) -> Value {
    loop {
        let message = timeout(PATIENCE, socket.next()).await.unwrap().unwrap().unwrap();
        if let Message::Binary(bytes) = message
            && bytes[5] == kind
        {
            let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
            return serde_json::from_slice(&bytes[16..16 + length]).unwrap();
        }
    }
}

async fn frame_where(socket: &mut Socket, wanted: impl Fn(&Value) -> bool) -> Value {
    let start = Instant::now();
    loop {
        let frame = next(socket, 2).await;
        if wanted(&frame) {
            return frame;
        }
        assert!(start.elapsed() < PATIENCE, "{frame}");
    }
}

async fn say(socket: &mut Socket, text: &str) {
    socket.send(Message::text(text)).await.unwrap();
}

/// Waits for the end of a socket; gives the code that the server closed it with.
async fn closed(mut socket: Socket) -> Option<CloseCode> {
    loop {
        match timeout(PATIENCE, socket.next()).await.unwrap() {
            Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code),
            Some(Ok(_)) => {}
            Some(Err(_)) | None => return None,
        }
    }
}

fn run<F: Future>(test: F) -> F::Output {
    Runtime::new().unwrap().block_on(test)
}

#[test]
fn the_page_is_served_with_headers_that_keep_it_to_itself() {
    let address = server(None);
    let (status, page) = get(address, "/", &ours(address));
    assert_eq!(status, 200);
    assert!(
        page.contains("page.js") && page.contains("content-security-policy: default-src 'none'")
    );
    for path in ["/page.js", "/page.css", "/icon.svg", "/api/scenes"] {
        assert_eq!(get(address, path, &ours(address)).0, 200, "{path}");
    }
    for path in ["/nothing", "/../Cargo.toml", "/thumbnail/nothing", "/thumbnail/@file"] {
        assert_eq!(get(address, path, &ours(address)).0, 404, "{path}");
    }
}

#[test]
fn only_loopback_is_listened_on_unless_told() {
    let server = Server::bind(Options::default()).unwrap();
    assert!(server.address().ip().is_loopback() && server.is_private());
    let open = Server::bind(Options { host: "0.0.0.0".into(), ..Options::default() }).unwrap();
    assert!(!open.is_private());
}

#[test]
fn another_host_or_origin_is_turned_away() {
    let address = server(None);
    let port = address.port();
    for headers in [
        "host: evil.example\r\n".to_owned(),
        format!("host: evil.example:{port}\r\n"),
        format!("host: 127.0.0.1:{port}\r\norigin: http://evil.example\r\n"),
        String::new(),
    ] {
        // A request without a host is refused before it is ours to refuse.
        let (status, _) = get(address, "/", &headers);
        assert!(status == 403 || status == 400, "{headers} {status}");
    }
    run(async {
        let url = format!("ws://{address}/socket?scene=bounce&session=a");
        let mut request = url.as_str().into_client_request().unwrap();
        request.headers_mut().insert("origin", "http://evil.example".parse().unwrap());
        match connect_async(request).await {
            Err(Error::Http(response)) => assert_eq!(response.status(), 403),
            other => panic!("{other:?}"),
        }
        let mut request = url.as_str().into_client_request().unwrap();
        let own = format!("http://{address}").parse().unwrap();
        request.headers_mut().insert("origin", own);
        assert!(connect_async(request).await.is_ok());
    });
}

#[test]
fn a_malformed_message_closes_its_own_socket_only() {
    let address = server(None);
    run(async {
        let mut good = open(address, "bounce", "good").await;
        let messages = [
            Message::text("this is no JSON"),
            Message::text(r#"{"do":"conquer"}"#),
            Message::binary(vec![1, 2, 3]),
        ];
        for (i, message) in messages.into_iter().enumerate() {
            let mut bad = open(address, "bounce", &format!("bad{i}")).await;
            bad.send(message).await.unwrap();
            assert_eq!(closed(bad).await, Some(CloseCode::Policy));
        }
        let before = next(&mut good, 2).await["steps"].as_u64().unwrap();
        frame_where(&mut good, |frame| frame["steps"].as_u64().unwrap() > before).await;
    });
}

#[test]
fn too_long_a_message_closes_the_socket() {
    let address = server(None);
    run(async {
        let mut socket = open(address, "bounce", "a").await;
        let long = format!(r#"{{"do":"{}"}}"#, "x".repeat(10 * command::MAX_BYTES));
        let _ = socket.send(Message::text(long)).await;
        closed(socket).await;
        let mut another = open(address, "bounce", "b").await;
        next(&mut another, 2).await;
    });
}

#[test]
fn a_flood_closes_the_socket() {
    let address = server(None);
    run(async {
        let mut socket = open(address, "bounce", "a").await;
        for _ in 0..3 * command::MAX_RATE as usize {
            if socket.send(Message::text(r#"{"do":"pause"}"#)).await.is_err() {
                break;
            }
        }
        assert!(matches!(closed(socket).await, Some(CloseCode::Policy) | None));
        let mut another = open(address, "bounce", "b").await;
        next(&mut another, 2).await;
    });
}

#[test]
fn a_page_controls_its_scene_and_finds_it_again() {
    let address = server(None);
    run(async {
        let mut socket = open(address, "pendulum", "mine").await;
        let scene = next(&mut socket, 1).await;
        assert_eq!(scene["id"], "pendulum");
        frame_where(&mut socket, |frame| frame["steps"].as_u64().unwrap() >= 10).await;
        say(&mut socket, r#"{"do":"pause"}"#).await;
        let paused = frame_where(&mut socket, |frame| frame["playing"] == false).await;
        let steps = paused["steps"].as_u64().unwrap();
        say(&mut socket, r#"{"do":"step"}"#).await;
        frame_where(&mut socket, |frame| frame["steps"].as_u64() == Some(steps + 1)).await;
        say(&mut socket, r#"{"do":"back"}"#).await;
        let back = frame_where(&mut socket, |frame| frame["steps"].as_u64() == Some(steps)).await;
        assert_eq!(back["probes"], paused["probes"]);
        drop(socket);

        let mut again = open(address, "pendulum", "mine").await;
        assert_eq!(next(&mut again, 2).await["steps"].as_u64(), Some(steps));
        say(&mut again, r#"{"do":"reset"}"#).await;
        frame_where(&mut again, |frame| frame["steps"] == 0).await;
    });
}

#[test]
fn values_change_live_or_by_building_again() {
    let address = server(None);
    run(async {
        let mut socket = open(address, "bounce", "a").await;
        next(&mut socket, 1).await;
        say(&mut socket, r#"{"do":"set","path":"gravity","value":[0,0,0]}"#).await;
        let scene = next(&mut socket, 1).await;
        assert_eq!(scene["changed"][0], "gravity");
        let frame = next(&mut socket, 2).await;
        assert!(frame["steps"].as_u64() > Some(0) && frame["touched"] == true);
        say(&mut socket, r#"{"do":"set","path":"rigid.ball.mass","value":7.5}"#).await;
        let scene = next(&mut socket, 1).await;
        let mass = scene["parameters"].as_array().unwrap().iter();
        let mass = mass.clone().find(|p| p["path"] == "rigid.ball.mass").unwrap();
        assert_eq!(mass["value"], 7.5);
        // What is refused changes nothing; what is no parameter is refused.
        for (path, value, told) in
            [("rigid.ball.mass", "-1", "greater than 0"), ("seconds", "3", "`seconds`")]
        {
            let set = format!(r#"{{"do":"set","path":"{path}","value":{value}}}"#);
            say(&mut socket, &set).await;
            loop {
                let message = timeout(PATIENCE, socket.next()).await.unwrap().unwrap().unwrap();
                if matches!(&message, Message::Text(text) if text.contains(told)) {
                    break;
                }
            }
        }
    });
}

#[test]
fn a_hand_lifts_a_body_and_lets_it_go() {
    let address = server(None);
    run(async {
        let mut socket = open(address, "stack", "a").await;
        let height = |frame: &Value| frame["probes"][0].as_f64().unwrap();
        let first = next(&mut socket, 2).await;
        let grab = r#"{"do":"grab","hand":1,"on":{"rigid":{"place":5,"point":[0,0,0]}},"target":[0,1.6,0]}"#;
        say(&mut socket, grab).await;
        let lifted = frame_where(&mut socket, |frame| height(frame) > 1.4).await;
        assert!(height(&first) < 0.95);
        let hand = &lifted["hands"][0];
        assert!(hand["force"].as_f64() <= hand["max_force"].as_f64());
        say(&mut socket, r#"{"do":"release","hand":1}"#).await;
        let fallen = frame_where(&mut socket, |frame| height(frame) < 1.1).await;
        assert_eq!(fallen["hands"].as_array().map(Vec::len), Some(0));
    });
}

#[test]
fn a_bad_scene_tells_its_mistake_and_can_be_mended() {
    let folder = std::env::temp_dir().join(format!("pliant-viewer-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("bad.toml");
    std::fs::write(&file, "step = -1\n[[rigid]]\nshape = { ball = { radius = 0.1 } }\n").unwrap();
    let address = server(Some(Source::File(file.clone())));
    run(async {
        let mut socket = open(address, "@file", "a").await;
        let message = timeout(PATIENCE, socket.next()).await.unwrap().unwrap().unwrap();
        let error: Value = serde_json::from_str(message.to_text().unwrap()).unwrap();
        assert!(error["error"].as_str().unwrap().contains("step"), "{error}");
        std::fs::write(&file, "[[rigid]]\nshape = { ball = { radius = 0.1 } }\n").unwrap();
        say(&mut socket, r#"{"do":"reset"}"#).await;
        assert_eq!(next(&mut socket, 1).await["rigids"].as_array().map(Vec::len), Some(1));
    });
    std::fs::remove_dir_all(&folder).unwrap();
}

/// A sheet of 25 281 nodes that falls for ever: little to compute, much to send.
const SHEET: &str = r#"
    step = 0.0166
    substeps = 1
    seconds = 1.0
    [[soft]]
    name = "sheet"
    mesh = { grid = { size = [1.0, 1.0], nodes = [159, 159] } }
    model = { mass_spring = { stiffness = 0.001 } }
    mass = 1.0
"#;

/// Frames of 0.3 MB each fill what the system buffers long before two seconds are over: what a slow
/// page reads then is the newest, and what lay between is gone.
#[test]
fn a_slow_page_misses_frames_and_the_simulation_goes_on() {
    let folder = std::env::temp_dir().join(format!("pliant-sheet-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("sheet.toml");
    std::fs::write(&file, SHEET).unwrap();
    let address = server(Some(Source::File(file)));
    run(async {
        let mut socket = open(address, "@file", "a").await;
        let steps = |frame: &Value| frame["steps"].as_u64().unwrap();
        let mut before = steps(&next(&mut socket, 2).await);
        // Nobody reads, and the scene goes on: another page of the session sees it.
        let mut other = open(address, "@file", "a").await;
        frame_where(&mut other, |frame| steps(frame) > before + 100).await;
        let mut widest = 0;
        for _ in 0..60 {
            let now = steps(&next(&mut socket, 2).await);
            assert!(now > before, "frames come in order");
            widest = widest.max(now - before);
            before = now;
        }
        assert!(widest > 10, "at most {} frames were missed", widest - 1);
    });
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Not a test but a measurement: `cargo test --release -p pliant-viewer -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement, for a quiet machine"]
fn how_many_frames_of_25_000_vertices_come_in_a_second() {
    let folder = std::env::temp_dir().join(format!("pliant-frames-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("sheet.toml");
    std::fs::write(&file, SHEET).unwrap();
    let address = server(Some(Source::File(file)));
    run(async {
        let mut socket = open(address, "@file", "a").await;
        next(&mut socket, 2).await;
        let (start, mut frames, mut bytes) = (Instant::now(), 0, 0);
        while start.elapsed() < Duration::from_secs(5) {
            let message = timeout(PATIENCE, socket.next()).await.unwrap().unwrap().unwrap();
            frames += 1;
            bytes += message.len();
        }
        let seconds = start.elapsed().as_secs_f64();
        eprintln!(
            "{:.1} frames/s, {} bytes each, {:.1} MB/s",
            f64::from(frames) / seconds,
            bytes / frames as usize,
            bytes as f64 / seconds / 1e6
        );
    });
    std::fs::remove_dir_all(&folder).unwrap();
}
