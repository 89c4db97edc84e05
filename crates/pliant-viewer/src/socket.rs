//! One web socket: the newest frame out, commands in. Whatever is wrong with it ends it alone.

use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use serde_json::json;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::timeout;

use crate::command::{Command, MAX_RATE};
use crate::guard::Rate;
use crate::session::Seat;
use crate::simulation::Published;

/// How long a page may take to read a message before it is given up.
const PATIENCE: Duration = Duration::from_secs(20);

/// Why a socket ends.
enum End {
    /// The page went away.
    Gone,
    /// The page did something wrong.
    Refused(String),
}

/// Serves a page until it goes away or does something wrong.
pub(crate) async fn serve(mut socket: WebSocket, mut seat: Seat) {
    let mut known = None;
    let mut rate = Rate::new(MAX_RATE);
    let end = loop {
        let newest = seat.published.borrow_and_update().clone();
        if let Err(end) = show(&mut socket, newest, &mut known).await {
            break end;
        }
        // While nothing new is there, listen. Frames that come while one is being sent are
        // overtaken by the last of them.
        let listened = loop {
            tokio::select! {
                changed = seat.published.changed() => break changed.map_err(|_| End::Gone),
                notice = seat.notices.recv() => match notice {
                    Ok(text) => {
                        let notice = json!({ "notice": *text }).to_string();
                        if let Err(end) = send(&mut socket, Message::text(notice)).await {
                            break Err(end);
                        }
                    }
                    Err(RecvError::Lagged(_)) => {}
                    Err(RecvError::Closed) => break Err(End::Gone),
                },
                message = socket.recv() => {
                    if let Err(end) = hear(message, &mut rate, &seat) {
                        break Err(end);
                    }
                }
            }
        };
        if let Err(end) = listened {
            break end;
        }
    };
    if let End::Refused(reason) = end {
        close(&mut socket, &reason).await;
    }
}

/// Tells a page why it is not served, and closes its socket.
pub(crate) async fn refuse(mut socket: WebSocket, reason: &str) {
    let text = json!({ "error": reason }).to_string();
    if send(&mut socket, Message::text(text)).await.is_ok() {
        close(&mut socket, reason).await;
    }
}

/// Sends what is new: the scene if the page does not know it, then the frame.
async fn show(
    socket: &mut WebSocket,
    newest: Published,
    known: &mut Option<u32>,
) -> Result<(), End> {
    if newest.scene.serial == 0 {
        // The scene is still being read.
        return Ok(());
    }
    if *known != Some(newest.scene.serial) {
        let scene = match &newest.scene.error {
            Some(error) => Message::text(json!({ "error": **error }).to_string()),
            None => Message::binary(newest.scene.message),
        };
        send(socket, scene).await?;
        *known = Some(newest.scene.serial);
    }
    if newest.frame.is_empty() { Ok(()) } else { send(socket, Message::binary(newest.frame)).await }
}

async fn send(socket: &mut WebSocket, message: Message) -> Result<(), End> {
    match timeout(PATIENCE, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(End::Gone),
    }
}

/// Passes a command on, or says why not.
fn hear(
    message: Option<Result<Message, axum::Error>>,
    rate: &mut Rate,
    seat: &Seat,
) -> Result<(), End> {
    let refused = |reason: String| Err(End::Refused(reason));
    let message = match message {
        None | Some(Ok(Message::Close(_))) => return Err(End::Gone),
        // Too long a message, or bytes that are none.
        Some(Err(error)) => return refused(error.to_string()),
        Some(Ok(message)) => message,
    };
    if !rate.allows(Instant::now()) {
        return refused(format!("too many messages; accepted: {MAX_RATE} a second"));
    }
    match message {
        Message::Text(text) => {
            let command = Command::read(&text).map_err(End::Refused)?;
            // A simulation that is a thousand commands behind will not catch up.
            seat.commands
                .try_send(command)
                .map_err(|_| End::Refused("the simulation does not keep up".into()))
        }
        Message::Binary(_) => refused("binary messages are not understood".into()),
        _ => Ok(()),
    }
}

async fn close(socket: &mut WebSocket, reason: &str) {
    // A close frame has room for 123 bytes.
    let mut end = reason.len().min(120);
    while !reason.is_char_boundary(end) {
        end -= 1;
    }
    let reason = reason[..end].to_owned().into();
    let frame = CloseFrame { code: close_code::POLICY, reason };
    let _ = send(socket, Message::Close(Some(frame))).await;
}
