//! The server: the page, the gallery and the web sockets.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Router, serve};
use pliant_scenes::{Precision, builtin};
use serde::Deserialize;

use crate::command::MAX_BYTES;
use crate::gallery::{self, Thumbnails};
use crate::guard::Guard;
use crate::session::Sessions;
use crate::source::{FILE, Source};
use crate::{page, socket};

/// How a server is started.
#[derive(Clone, Debug)]
pub struct Options {
    /// The host to listen on; only loopback hosts keep others out.
    pub host: String,
    /// The port; 0 takes a free one.
    pub port: u16,
    /// The scene to show first; none: the gallery.
    pub scene: Option<Source>,
    /// Numbers to compute in.
    pub precision: Precision,
}

impl Default for Options {
    fn default() -> Self {
        Self { host: "127.0.0.1".into(), port: 0, scene: None, precision: Precision::Single }
    }
}

/// A server that listens already.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    guard: Guard,
    options: Options,
    sessions: Sessions,
    thumbnails: Thumbnails,
}

impl Server {
    /// Starts to listen.
    ///
    /// # Errors
    /// When the host is unknown or the port taken.
    pub fn bind(options: Options) -> std::io::Result<Self> {
        let listener = TcpListener::bind((options.host.as_str(), options.port))?;
        listener.set_nonblocking(true)?;
        let shared = Arc::new(Shared {
            guard: Guard::new(&options.host),
            options,
            sessions: Sessions::default(),
            thumbnails: Thumbnails::default(),
        });
        Ok(Self { address: listener.local_addr()?, listener, shared })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where the page is.
    pub fn url(&self) -> String {
        let host = &self.shared.options.host;
        let shown = match self.address {
            _ if host == "localhost" => "localhost".to_owned(),
            SocketAddr::V4(v4) if v4.ip().is_unspecified() => "127.0.0.1".to_owned(),
            SocketAddr::V6(v6) if v6.ip().is_unspecified() => "[::1]".to_owned(),
            SocketAddr::V4(v4) => v4.ip().to_string(),
            SocketAddr::V6(v6) => format!("[{}]", v6.ip()),
        };
        format!("http://{shown}:{}/", self.address.port())
    }

    /// Whether only this machine can reach it.
    pub fn is_private(&self) -> bool {
        self.shared.guard.loopback_only()
    }

    /// Serves until the process ends.
    ///
    /// # Errors
    /// When the system gives no threads or the socket breaks.
    pub fn run(self) -> std::io::Result<()> {
        let threads =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        threads.block_on(async {
            let listener = tokio::net::TcpListener::from_std(self.listener)?;
            tokio::spawn(tidy(Arc::clone(&self.shared)));
            serve(listener, router(self.shared)).await
        })
    }
}

fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/api/scenes", get(scenes))
        .route("/thumbnail/{scene}", get(thumbnail))
        .route("/socket", get(open_socket))
        .fallback(asset)
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(shared)
}

async fn tidy(shared: Arc<Shared>) {
    loop {
        tokio::time::sleep(Duration::from_secs(10)).await;
        shared.sessions.tidy();
    }
}

/// Turns away whoever is not our page, and tells the browser to keep the page to itself.
async fn guard(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    if let Err(refusal) = shared.guard.check(request.headers()) {
        return (StatusCode::FORBIDDEN, refusal.message()).into_response();
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The page asks nobody else for anything. Styles of elements are set from its own script.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

async fn asset(request: Request) -> Response {
    match page::find(request.uri().path()) {
        Some(asset) => {
            ([(header::CONTENT_TYPE, asset.kind)], Body::from(asset.bytes)).into_response()
        }
        None => (StatusCode::NOT_FOUND, "there is no such page\n").into_response(),
    }
}

async fn scenes(State(shared): State<Arc<Shared>>) -> Response {
    let listing = gallery::listing(shared.options.scene.as_ref());
    match serde_json::to_vec(&listing) {
        Ok(json) => ([(header::CONTENT_TYPE, "application/json")], json).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

async fn thumbnail(State(shared): State<Arc<Shared>>, Path(scene): Path<String>) -> Response {
    let Some(source) = shared.source(&scene) else {
        return (StatusCode::NOT_FOUND, "there is no such scene\n").into_response();
    };
    let drawn = tokio::task::spawn_blocking(move || shared.thumbnails.get(&source)).await;
    match drawn {
        Ok(Ok(png)) => ([(header::CONTENT_TYPE, "image/png")], png).into_response(),
        Ok(Err(error)) => (StatusCode::UNPROCESSABLE_ENTITY, error).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// What a page says when it opens a socket.
#[derive(Deserialize)]
struct Wish {
    scene: String,
    session: String,
}

async fn open_socket(
    State(shared): State<Arc<Shared>>,
    Query(wish): Query<Wish>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let session = &wish.session;
    if session.is_empty() || session.len() > 64 || !session.is_ascii() {
        return (StatusCode::BAD_REQUEST, "session: 1 to 64 ASCII characters\n").into_response();
    }
    upgrade.max_message_size(MAX_BYTES).max_frame_size(MAX_BYTES).on_upgrade(
        move |connection| async move {
            let seat = match shared.source(&wish.scene) {
                Some(source) => {
                    shared.sessions.join(&wish.session, &source, shared.options.precision)
                }
                None => Err(format!("no scene is named `{}`", wish.scene)),
            };
            match seat {
                Ok(seat) => socket::serve(connection, seat).await,
                Err(reason) => socket::refuse(connection, &reason).await,
            }
        },
    )
}

impl Shared {
    /// The scene that a page asks for: a built-in one, or the file we were started with.
    fn source(&self, id: &str) -> Option<Source> {
        match &self.options.scene {
            Some(file @ Source::File(_)) if id == FILE => Some(file.clone()),
            _ => builtin::find(id).ok().map(|scene| Source::Builtin(scene.name.into())),
        }
    }
}
