//! The command as a process: what it prints, what it writes, how it exits.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn pliant(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pliant")).args(arguments).output().unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A new empty folder for one test.
fn folder(test: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().into()
}

/// A ball that falls freely for 0.1 s, with an expectation on its height.
fn falling(value: &str) -> String {
    format!(
        r#"
        title = "A falling ball"
        seconds = 0.1
        step = 0.01
        [[rigid]]
        name = "ball"
        shape = {{ ball = {{ radius = 0.1 }} }}
        position = [0, 1, 0]
        [[probe]]
        name = "y"
        of = {{ rigid = "ball", quantity = "position", axis = "y" }}
        [[expect]]
        probe = "y"
        value = {value}
        tolerance = 0.01
        "#
    )
}

#[test]
fn without_arguments_it_says_what_to_try_first() {
    let output = pliant(&[]);
    assert_eq!(code(&output), 0);
    assert!(stdout(&output).contains("pliant run cloth-ball"));
}

#[test]
fn scenes_are_listed_one_a_line_name_first() {
    let output = pliant(&["scenes"]);
    let text = stdout(&output);
    let names: Vec<&str> = text.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.contains(&"stack") && names.contains(&"cloth-ball"), "{text}");
    assert!(names.is_sorted());
}

#[test]
fn a_scene_runs_and_prints_a_summary() {
    let output = pliant(&["run", "bounce"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("bounce: A ball that bounces"), "{text}");
    assert!(text.contains("200 steps") && text.contains("state hash"), "{text}");
    assert!(!text.contains('\x1b'), "no colours without a terminal");
    assert_eq!(stderr(&output), "", "no progress bar without a terminal");
}

#[test]
fn the_report_on_stdout_is_json_alone_with_every_field() {
    let output = pliant(&["run", "cloth-ball", "--seconds", "0.06", "--report", "-"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    for path in [
        "/scene",
        "/step",
        "/steps",
        "/seconds",
        "/threads",
        "/precision",
        "/counts/rigid",
        "/counts/soft",
        "/counts/nodes",
        "/counts/faces",
        "/counts/tets",
        "/counts/springs",
        "/rows/mean",
        "/rows/max",
        "/rows/by_kind/distance",
        "/contacts/mean",
        "/contacts/max",
        "/islands/mean",
        "/islands/max",
        "/islands/by_solver",
        "/islands/by_reason",
        "/time_ms/mean",
        "/time_ms/p50",
        "/time_ms/p99",
        "/time_ms/max",
        "/time_ms/by_phase/solve",
        "/wall_ms/mean",
        "/wall_ms/by_phase",
        "/softened/max",
        "/space_iterations/max",
        "/integrator_iterations/max",
        "/conflicts",
        "/reporting_ms",
        "/quality/max_penetration_m",
        "/quality/mean_penetration_m",
        "/quality/max_stretch_percent",
        "/quality/end_stretch_percent",
        "/quality/energy_drift",
        "/quality/momentum_error",
        "/quality/residual/0",
        "/quality/non_finite",
        "/probes/ball_y/t/0",
        "/probes/ball_y/value/0",
        "/expectations/0/probe",
        "/expectations/0/value",
        "/expectations/0/measured",
        "/expectations/0/ok",
        "/state_hash",
    ] {
        assert!(report.pointer(path).is_some(), "{path} is missing");
    }
    assert_eq!(report["scene"], "cloth-ball");
    assert_eq!(report["steps"], 3);
    assert_eq!(report["threads"], 1);
    assert_eq!(report["counts"]["nodes"], 2601);
    assert!(report["time_ms"]["mean"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_report_can_be_written_to_a_file() {
    let path = folder("report").join("r.json");
    let output =
        pliant(&["run", "slide", "--precision", "f64", "--report", path.to_str().unwrap()]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let report: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    assert_eq!(report["precision"], "f64");
    assert!(stdout(&output).contains("slide"));
}

#[test]
fn a_missed_expectation_is_exit_code_1_and_says_by_how_much() {
    let folder = folder("missed");
    let good = file(&folder, "good.toml", &falling("0.951"));
    assert_eq!(code(&pliant(&["run", &good])), 0);
    let bad = file(&folder, "bad.toml", &falling("0.9"));
    let output = pliant(&["run", &bad]);
    assert_eq!(code(&output), 1);
    let text = stderr(&output);
    assert!(text.contains("y at the end is 0.9") && text.contains("missed by"), "{text}");
}

#[test]
fn a_slip_in_a_name_finds_the_scene() {
    let output = pliant(&["run", "cloth-bal"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("did you mean `cloth-ball`?"), "{}", stderr(&output));
}

#[test]
fn bad_toml_is_told_by_file_line_and_column() {
    let path = file(&folder("toml"), "bad.toml", "title = \"x\"\nstep = \"fast\"\n");
    for arguments in [["run", &path], ["check", &path]] {
        let output = pliant(&arguments);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains("bad.toml:2:8: step"), "{}", stderr(&output));
    }
}

#[test]
fn check_tells_all_problems_of_all_files() {
    let folder = folder("check");
    let good = file(&folder, "good.toml", &falling("0.951"));
    let two = file(&folder, "two.toml", "step = 0\nseconds = -1\n");
    let mesh = file(
        &folder,
        "mesh.toml",
        "[[soft]]\nname = \"s\"\nmesh = { file = \"gone.msh\" }\nmodel = { inextensible = {} }\n",
    );
    assert_eq!(code(&pliant(&["check", &good])), 0);
    let output = pliant(&["check", &good, &two, &mesh]);
    assert_eq!(code(&output), 2);
    assert!(stdout(&output).contains("good.toml: ok: A falling ball"));
    let text = stderr(&output);
    for part in ["two.toml:1:", "two.toml:2:", "soft `s`", "gone.msh"] {
        assert!(text.contains(part), "{part} is missing: {text}");
    }
}

#[test]
fn wrong_input_is_exit_code_2() {
    for arguments in [
        vec!["run", "no/such/file.toml"],
        vec!["run", "stack", "--seconds", "-1"],
        vec!["run", "stack", "--step", "nan"],
        vec!["run", "stack", "--threads", "0"],
        vec!["run", "stack", "--solver", "magic"],
        vec!["run", "stack", "--set", "rigid.box-9.mass=1"],
        vec!["run", "stack", "--set", "nonsense"],
        vec!["run", "stack", "--precision", "f16"],
        vec!["run", "stack", "--export", "mp4:x"],
        vec!["run", "stack", "--size", "0x0", "--export", "png:x"],
        vec!["mesh", "info", "gone.obj"],
        vec!["frobnicate"],
    ] {
        let output = pliant(&arguments);
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stderr(&output));
        assert!(!stderr(&output).is_empty(), "{arguments:?} says nothing");
    }
}

#[test]
fn unwritable_paths_are_told_before_the_run() {
    let folder = folder("unwritable");
    let plain = file(&folder, "plain", "");
    let inside = format!("{plain}/x");
    for arguments in [
        ["run", "stack", "--report", &inside],
        ["run", "stack", "--export", &format!("png:{inside}")],
        ["run", "stack", "--export", &format!("gif:{inside}")],
        ["run", "stack", "--export", &format!("plot:{inside}")],
    ] {
        let output = pliant(&arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(stderr(&output).contains(&inside), "{}", stderr(&output));
    }
}

/// The plot of a run has its probes, energies and times, each over an axis with its unit.
#[test]
fn a_run_is_plotted() {
    let folder = folder("plot");
    let plot = folder.join("spring.svg");
    let export = format!("plot:{}", plot.display());
    let output = pliant(&["run", "spring-all", "--seconds", "0.2", "--export", &export]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let svg = std::fs::read_to_string(plot).unwrap();
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    for text in [
        "displacement y, m",
        "energy, J",
        "simulated time, s",
        "CPU time of each step",
        "time, ms",
        "implicit-midpoint",
        "kinetic",
        "whole step",
    ] {
        assert!(svg.contains(text), "{text}");
    }
}

#[test]
fn values_can_be_set() {
    let report = |more: &[&str]| -> Value {
        let mut arguments = vec!["run", "slide", "--report", "-", "--seconds", "0.1"];
        arguments.extend(more);
        let output = pliant(&arguments);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let plain = report(&[]);
    let heavy = report(&["--set", "rigid.box.velocity=[1, 0, 0]", "--set", "step=0.02"]);
    assert_eq!((&plain["steps"], &heavy["steps"]), (&10.into(), &5.into()));
    assert_ne!(plain["state_hash"], heavy["state_hash"]);
    let swept = report(&["--solver", "sweep", "--threads", "2", "--step", "0.005"]);
    assert_eq!((&swept["steps"], &swept["threads"]), (&20.into(), &2.into()));
}

#[test]
fn pictures_are_written_25_a_second() {
    let folder = folder("pictures");
    let frames = folder.join("frames");
    let animation = folder.join("a.gif");
    let output = pliant(&[
        "run",
        "bounce",
        "--seconds",
        "0.2",
        "--size",
        "80x60",
        "--export",
        &format!("png:{}", frames.display()),
        "--export",
        &format!("gif:{}", animation.display()),
    ]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let mut names: Vec<PathBuf> =
        std::fs::read_dir(&frames).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    assert_eq!(names.len(), 6);
    let mut pictures = Vec::new();
    for name in names {
        let open = std::io::BufReader::new(std::fs::File::open(name).unwrap());
        let mut reader = png::Decoder::new(open).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (80, 60));
        pictures.push(pixels);
    }
    assert_ne!(pictures.first(), pictures.last(), "nothing moves");
    assert!(std::fs::read(animation).unwrap().starts_with(b"GIF89a"));
}

#[test]
fn the_schema_and_completions_are_printed() {
    let schema: Value = serde_json::from_slice(&pliant(&["schema"]).stdout).unwrap();
    assert!(schema["properties"]["rigid"].is_object());
    assert!(stdout(&pliant(&["completions", "bash"])).contains("pliant"));
}

#[test]
fn bench_prints_a_line_a_scene() {
    let output = pliant(&["bench", "slide", "bounce", "--seconds", "0.1"]);
    let text = stdout(&output);
    assert_eq!(text.lines().count(), 3, "{text}");
    assert!(text.contains("1.000"), "the first is compared with itself: {text}");
}

#[test]
fn a_mesh_is_described() {
    let path = file(&folder("mesh"), "triangle.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    let text = stdout(&pliant(&["mesh", "info", &path]));
    assert!(text.contains("triangles   1") && text.contains("0.500000 m²"), "{text}");
}

#[test]
fn the_outside_of_a_solid_is_written_as_triangles() {
    let folder = folder("outside");
    let text = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n5\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n5 1 1 1\n\
                $EndNodes\n$Elements\n2\n1 4 0 1 2 3 4\n2 4 0 2 5 3 4\n$EndElements\n";
    let (solid, skin) = (file(&folder, "two.msh", text), folder.join("skin.obj"));
    let skin = skin.to_string_lossy().into_owned();
    stdout(&pliant(&["mesh", "surface", &solid, &skin]));
    let text = stdout(&pliant(&["mesh", "info", &skin]));
    assert!(text.contains("triangles   6") && text.contains("closed      yes"), "{text}");
    let again = pliant(&["mesh", "surface", &skin, &skin]);
    assert_eq!(again.status.code(), Some(2), "a surface has no tetrahedra");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_a_report() {
    use std::process::Stdio;
    let mut child = Command::new(env!("CARGO_BIN_EXE_pliant"))
        .args(["run", "slide", "--seconds", "100000", "--report", "-"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let _ = child.try_wait();
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(report["steps"].as_u64().unwrap() > 0);
    assert!(stderr(&output).contains("stopped after"));
}

#[test]
fn modes_are_printed() {
    let output = pliant(&["modes", "ref-beam", "--count", "2"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("0.602218 Hz") && text.contains("0.637937 Hz"), "{text}");
    assert_eq!(text.lines().count(), 3);
    for arguments in [
        &["modes", "ref-beam", "--soft", "plank"][..],
        &["modes", "ref-beam", "--count", "0"],
        &["modes", "bounce"],
        &["modes", "hanging-cloth"],
    ] {
        let output = pliant(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(stderr(&output).starts_with("error: "), "{arguments:?}");
    }
}

/// Starts the viewer, and ends it with the test.
struct Viewer(std::process::Child);

impl Drop for Viewer {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_scene_goes_on_from_another() {
    let folder = folder("include");
    std::fs::create_dir(folder.join("parts")).unwrap();
    file(&folder, "parts/base.toml", &falling("0.946"));
    let main = file(&folder, "main.toml", "include = [\"parts/base.toml\"]\ntitle = \"On\"\n");
    let output = pliant(&["run", &main, "--set", "rigid.ball.mass=2"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stdout(&output).contains("main: On"));
}

/// All at once, with file, line, column and field, exit code 2.
#[test]
fn mistakes_of_all_kinds_are_told_at_once() {
    let folder = folder("mistakes");
    file(&folder, "round.toml", "include = [\"bad.toml\"]\n");
    let bad = file(
        &folder,
        "bad.toml",
        r#"
include = ["round.toml", "gone.toml"]
gravity = [0, -9.81]
[[rigid]]
name = "ball"
shpe = { ball = { radius = 0.1 } }
[[rigid]]
name = "box"
shape = { cuboid = { size = [1, nan, 1] } }
[[anchor]]
a = { rigid = "bal" }
b = { world = [0, 0, 0] }
"#,
    );
    let output = pliant(&["check", &bad]);
    assert_eq!(code(&output), 2);
    let text = stderr(&output);
    for part in [
        "bad.toml:2:26: include[1]: `gone.toml` cannot be read",
        "round.toml:1:12: include[0]: includes itself: bad.toml → round.toml → bad.toml",
        "bad.toml:3:11: gravity: expected 3 numbers, found 2",
        "bad.toml:6:1: rigid[0].shpe: unknown field `shpe`; did you mean `shape`?",
        "bad.toml:9:",
        "must be a finite number",
        "bad.toml:11:",
        "no `rigid` is named `bal`; did you mean `ball`?",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let meshes = "[[soft]]\nmesh = { file = \"a.msh\" }\nmodel = { inextensible = {} }\n\
                  [[soft]]\nmesh = { file = \"b.obj\" }\nmodel = { inextensible = {} }\n";
    let output = pliant(&["run", &file(&folder, "meshes.toml", meshes)]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("a.msh") && stderr(&output).contains("b.obj"));
}

#[test]
fn the_viewer_prints_its_address_and_answers() {
    use std::io::{BufRead, BufReader, Read, Write};
    let mut child = Command::new(env!("CARGO_BIN_EXE_pliant"))
        .args(["view", "bounce", "--no-open", "--port", "0"])
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let _viewer = Viewer(child);
    let host = line.trim().strip_prefix("http://").unwrap().trim_end_matches('/');
    let mut stream = std::net::TcpStream::connect(host).unwrap();
    write!(stream, "GET /api/scenes HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n")
        .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.contains(r#""start":"bounce""#), "{answer}");
}

#[test]
fn the_viewer_refuses_unknown_scenes_and_hosts() {
    let unknown = pliant(&["view", "bunce", "--no-open"]);
    assert_eq!(code(&unknown), 2);
    assert!(stderr(&unknown).contains("did you mean `bounce`"));
    let host = pliant(&["view", "--no-open", "--host", "203.0.113.7"]);
    assert_eq!(code(&host), 2);
    assert!(stderr(&host).contains("cannot listen on 203.0.113.7"));
}
