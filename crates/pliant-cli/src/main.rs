//! The command `pliant`: run, check, draw and time scenes.
//!
//! Exit codes: 0 done; 1 the simulation or an expectation failed; 2 the input was wrong.

mod arguments;
mod bench;
mod check;
mod course;
mod export;
mod failure;
mod figures;
mod mesh;
mod modes;
mod output;
mod plot;
mod progress;
mod run;
mod scenes;
mod source;
mod summary;
mod view;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use arguments::{Arguments, Command, MeshCommand};
use failure::Failure;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match dispatch(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(failure.code())
        }
    }
}

fn dispatch(arguments: Arguments) -> Result<(), Failure> {
    match arguments.command {
        None => output::text(WELCOME),
        Some(Command::Scenes) => scenes::list(),
        Some(Command::Run(run)) => run::run(&run),
        Some(Command::View(view)) => view::view(&view),
        Some(Command::Check { files }) => check::check(&files),
        Some(Command::Schema) => output::json(&pliant_io::scene::schema()),
        Some(Command::Bench(bench)) => bench::bench(&bench),
        Some(Command::Figures { folder, of }) => figures::draw(&folder, of),
        Some(Command::Modes(arguments)) => modes::modes(&arguments),
        Some(Command::Mesh(MeshCommand::Info { file })) => mesh::info(&file),
        Some(Command::Mesh(MeshCommand::Surface { file, to })) => mesh::surface(&file, &to),
        Some(Command::Completions { shell }) => {
            let mut script = Vec::new();
            let mut command = Arguments::command();
            clap_complete::generate(shell, &mut command, "pliant", &mut script);
            output::text(&String::from_utf8_lossy(&script))
        }
    }
}

/// What to try first.
const WELCOME: &str = "\
Pliant simulates rigid and deformable bodies that push, pull, hold and carry each other.

Try first:
  pliant scenes                                  what there is
  pliant view                                    watch and touch them in the browser
  pliant run cloth-ball                          run a scene, print what happened
  pliant run cloth-ball --export gif:cloth.gif   and draw it
  pliant run stack --report -                    the report as JSON
  pliant check my.toml                           is my scene right?
  pliant help                                    everything else
";
