//! `pliant view`.

use std::io::ErrorKind;
use std::process::{Command, Stdio};

use pliant_scenes::builtin;
use pliant_viewer::{Options, Server, Source};

use crate::arguments::View;
use crate::failure::Failure;
use crate::{output, source};

/// Serves the viewer until Ctrl-C.
pub fn view(view: &View) -> Result<(), Failure> {
    let scene = view.scene.as_deref().map(find).transpose()?;
    let server = listen(view, scene)?;
    if !server.is_private() {
        eprintln!(
            "warning: listening on {}: whoever can reach this machine can watch and touch the \
             scene; there is no password and no encryption",
            view.host
        );
    }
    let url = server.url();
    output::text(&format!("{url}\nCtrl-C ends it.\n"))?;
    if !view.no_open {
        open(&url);
    }
    server.run().map_err(|error| Failure::input(format!("the viewer stopped: {error}")))
}

/// A name has to be known; a file is read when the page asks for it, and its mistakes are shown
/// there, so that it can be mended while the viewer runs.
fn find(scene: &str) -> Result<Source, Failure> {
    if source::is_path(scene) {
        return Ok(Source::File(scene.into()));
    }
    let found = builtin::find(scene).map_err(|error| {
        Failure::input(format!("{error}\n`pliant scenes` lists all; a file ends in .toml"))
    })?;
    Ok(Source::Builtin(found.name.into()))
}

/// Listens on the port asked for, or on a free one if the usual port is taken.
fn listen(view: &View, scene: Option<Source>) -> Result<Server, Failure> {
    let options = |port| Options {
        host: view.host.clone(),
        port,
        scene: scene.clone(),
        precision: view.precision.into(),
    };
    let bound = match Server::bind(options(view.port)) {
        Err(error) if error.kind() == ErrorKind::AddrInUse && view.port == USUAL_PORT => {
            Server::bind(options(0))
        }
        bound => bound,
    };
    bound.map_err(|error| {
        Failure::input(format!("cannot listen on {}:{}: {error}", view.host, view.port))
    })
}

/// The default of `--port`.
const USUAL_PORT: u16 = 7717;

/// Opens the browser, if there is a desktop to open it on.
fn open(url: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/c", "start", ""])
    } else if ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some()) {
        ("xdg-open", &[])
    } else {
        return;
    };
    let quiet = || Stdio::null();
    // The address is printed: a browser that does not open is no failure.
    let _ = Command::new(program)
        .args(arguments)
        .arg(url)
        .stdin(quiet())
        .stdout(quiet())
        .stderr(quiet())
        .spawn();
}
