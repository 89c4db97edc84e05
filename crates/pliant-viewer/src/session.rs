//! Sessions: a scene that runs for a page, and goes on when the page comes back.
//!
//! A page names its session. One that nobody watches waits, and is dropped after a minute, or
//! earlier if others need the room.

use std::sync::mpsc::{self, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pliant_scenes::Precision;
use tokio::sync::{broadcast, watch};

use crate::command::Command;
use crate::simulation::{Lines, Published, Simulation};
use crate::source::Source;

/// The most sessions at a time.
pub const MAX_SESSIONS: usize = 8;
/// How long a session that nobody watches is kept.
pub const KEPT: Duration = Duration::from_secs(60);
/// Commands that may wait to be carried out.
const WAITING: usize = 1024;

/// A page's end of a session.
pub(crate) struct Seat {
    pub(crate) commands: SyncSender<Command>,
    pub(crate) published: watch::Receiver<Published>,
    pub(crate) notices: broadcast::Receiver<Arc<str>>,
}

/// All sessions.
#[derive(Default)]
pub(crate) struct Sessions(Mutex<Vec<Session>>);

/// A scene that runs for its pages. Its thread ends when the last sender of commands is gone.
struct Session {
    id: String,
    source: Source,
    commands: SyncSender<Command>,
    published: Arc<watch::Sender<Published>>,
    notices: broadcast::Sender<Arc<str>>,
    /// When somebody was last seen to watch.
    watched: Instant,
}

impl Session {
    fn start(id: &str, source: Source, precision: Precision) -> std::io::Result<Self> {
        let (commands, receiver) = mpsc::sync_channel(WAITING);
        let published = Arc::new(watch::Sender::new(Published::default()));
        let notices = broadcast::Sender::new(64);
        let lines = Lines {
            commands: receiver,
            published: Arc::clone(&published),
            notices: notices.clone(),
        };
        let its_source = source.clone();
        thread::Builder::new()
            .name("simulation".into())
            .spawn(move || Simulation::new(its_source, precision, lines).run())?;
        Ok(Self { id: id.into(), source, commands, published, notices, watched: Instant::now() })
    }

    fn is_watched(&self) -> bool {
        self.published.receiver_count() > 0
    }

    fn seat(&self) -> Seat {
        Seat {
            commands: self.commands.clone(),
            published: self.published.subscribe(),
            notices: self.notices.subscribe(),
        }
    }
}

impl Sessions {
    /// A seat in the session of this name: as it stands if it plays the same scene, else a new one.
    ///
    /// # Errors
    /// When too many pages are open, or the system gives no thread.
    pub(crate) fn join(
        &self,
        id: &str,
        source: &Source,
        precision: Precision,
    ) -> Result<Seat, String> {
        let mut sessions = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tidy(&mut sessions);
        if let Some(session) = sessions.iter().find(|s| s.id == id && s.source == *source) {
            return Ok(session.seat());
        }
        sessions.retain(|session| session.id != id);
        if sessions.len() >= MAX_SESSIONS {
            let idle = sessions.iter().enumerate().filter(|(_, session)| !session.is_watched());
            let oldest = idle.min_by_key(|(_, session)| session.watched).map(|(place, _)| place);
            match oldest {
                Some(place) => drop(sessions.remove(place)),
                None => {
                    return Err(format!("{MAX_SESSIONS} scenes are open already: close one"));
                }
            }
        }
        let session = Session::start(id, source.clone(), precision)
            .map_err(|error| format!("no thread for the simulation: {error}"))?;
        let seat = session.seat();
        sessions.push(session);
        Ok(seat)
    }

    /// Drops the sessions that nobody has watched for long.
    pub(crate) fn tidy(&self) {
        tidy(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

fn tidy(sessions: &mut Vec<Session>) {
    for session in sessions.iter_mut().filter(|session| session.is_watched()) {
        session.watched = Instant::now();
    }
    sessions.retain(|session| session.is_watched() || session.watched.elapsed() < KEPT);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn join(sessions: &Sessions, id: &str, scene: &str) -> Result<Seat, String> {
        sessions.join(id, &Source::Builtin(scene.into()), Precision::Single)
    }

    fn count(sessions: &Sessions) -> usize {
        sessions.0.lock().unwrap().len()
    }

    #[test]
    fn a_page_finds_its_session_again() {
        let sessions = Sessions::default();
        let first = join(&sessions, "a", "bounce").unwrap();
        first.commands.send(Command::Pause).unwrap();
        drop(first);
        let again = join(&sessions, "a", "bounce").unwrap();
        assert_eq!(count(&sessions), 1);
        let _other = join(&sessions, "a", "stack").unwrap();
        assert_eq!(count(&sessions), 1);
        // The old thread ends once its last page is gone.
        assert!(again.commands.send(Command::Play).is_ok());
    }

    #[test]
    fn sessions_are_few_and_idle_ones_make_room() {
        let sessions = Sessions::default();
        let mut seats: Vec<Seat> =
            (0..MAX_SESSIONS).map(|i| join(&sessions, &i.to_string(), "bounce").unwrap()).collect();
        assert!(join(&sessions, "more", "bounce").is_err());
        seats.pop();
        assert!(join(&sessions, "more", "bounce").is_ok());
        assert_eq!(count(&sessions), MAX_SESSIONS);
    }
}
