//! Watch and touch scenes in the browser, simulated natively.
//!
//! A [`Server`] listens on this machine and serves one page: a gallery of scenes, and a viewer. For
//! each page that is open a [`session`] runs a scene in a thread of its own. What the page
//! sees goes through a channel that keeps only the newest frame, so a slow page drops frames and
//! the simulation never waits. What the page asks for comes back as small messages
//! ([`command`]). `docs/viewer.md` describes both.
//!
//! The page is built from `web/` and committed in `page/`; the program carries it inside.

pub mod command;
pub mod frame;
mod gallery;
mod guard;
mod history;
mod page;
pub mod parameters;
mod server;
pub mod session;
mod simulation;
mod socket;
mod source;

pub use server::{Options, Server};
pub use source::Source;
