//! Charts as SVG: panels of lines and arrows over two axes, and bars in parts.

use std::fmt::Write;

/// Colours of lines and parts: told apart without colour vision too.
const COLOURS: [&str; 10] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d31", "#666666",
    "#117733", "#b0b0b0",
];

const SIZE: [f64; 2] = [640.0, 360.0];
/// Left, top, right, bottom.
const MARGIN: [f64; 4] = [104.0, 40.0, 130.0, 52.0];
/// The most points of a line that are drawn: more cannot be told apart.
const MOST_POINTS: usize = 2000;

/// What an axis shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// Quantity and unit.
    pub label: String,
    /// Whether equal lengths are equal factors.
    pub logarithmic: bool,
    /// The first and last number; none: those that hold all points, and zero unless it is logarithmic.
    pub range: Option<[f64; 2]>,
}

impl Axis {
    /// An axis on which equal lengths are equal differences.
    pub fn linear(label: impl Into<String>) -> Self {
        Self { label: label.into(), ..Self::default() }
    }

    /// An axis on which equal lengths are equal factors.
    pub fn logarithmic(label: impl Into<String>) -> Self {
        Self { label: label.into(), logarithmic: true, range: None }
    }

    /// The same between two numbers.
    pub fn between(self, from: f64, to: f64) -> Self {
        Self { range: Some([from, to]), ..self }
    }
}

/// A line of a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// Its name; without one it is not in the key.
    pub name: String,
    /// Its points. Those that are not finite interrupt it.
    pub points: Vec<[f64; 2]>,
    /// Whether the points are marked.
    pub marked: bool,
}

/// Lines and arrows over two axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Panel {
    /// Above it.
    pub title: String,
    /// What goes right.
    pub x: Axis,
    /// What goes up.
    pub y: Axis,
    /// The lines.
    pub lines: Vec<Line>,
    /// From where to where arrows go, behind the lines.
    pub arrows: Vec<[[f64; 2]; 2]>,
}

/// Lines over two axes.
pub fn lines(title: &str, x: &Axis, y: &Axis, lines: &[Line]) -> String {
    let (title, lines) = (title.to_owned(), lines.to_vec());
    figure(&[Panel { title, x: x.clone(), y: y.clone(), lines, arrows: Vec::new() }])
}

/// Panels below each other.
pub fn figure(panels: &[Panel]) -> String {
    let [width, height] = [SIZE[0], SIZE[1] * panels.len().max(1) as f64];
    let mut svg = open(width, height);
    for (i, panel) in panels.iter().enumerate() {
        let _ = writeln!(svg, r#"<g transform="translate(0 {:.1})">"#, SIZE[1] * i as f64);
        panel.draw(&mut svg, i);
        svg += "</g>\n";
    }
    svg + "</svg>\n"
}

impl Panel {
    fn draw(&self, svg: &mut String, number: usize) {
        heading(svg, &self.title);
        let all = || {
            let points = self.lines.iter().flat_map(|line| &line.points);
            points.chain(self.arrows.iter().flatten()).filter(|p| p.iter().all(|v| v.is_finite()))
        };
        let scales = [
            Scale::new(&self.x, all().map(|p| p[0]), 0),
            Scale::new(&self.y, all().map(|p| p[1]), 1),
        ];
        scales.iter().for_each(|scale| scale.draw(svg));
        let at = |p: &[f64; 2]| [scales[0].at(p[0]), scales[1].at(p[1])];
        // What leaves the axes is cut off.
        let _ = writeln!(
            svg,
            r#"<clipPath id="inside{number}"><rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}"/></clipPath><g clip-path="url(#inside{number})">"#,
            MARGIN[0] - 4.0,
            MARGIN[1] - 4.0,
            SIZE[0] - MARGIN[0] - MARGIN[2] + 8.0,
            SIZE[1] - MARGIN[1] - MARGIN[3] + 8.0
        );
        for arrow in &self.arrows {
            draw_arrow(svg, at(&arrow[0]), at(&arrow[1]));
        }
        for (i, line) in self.lines.iter().enumerate() {
            line.draw(svg, COLOURS[i % COLOURS.len()], at);
        }
        *svg += "</g>\n";
        let named = self.lines.iter().enumerate().filter(|(_, line)| !line.name.is_empty());
        for (place, (i, line)) in named.enumerate() {
            key(svg, place, COLOURS[i % COLOURS.len()], &line.name);
        }
    }
}

impl Line {
    /// A line without marks.
    pub fn new(name: impl Into<String>, points: Vec<[f64; 2]>) -> Self {
        Self { name: name.into(), points, marked: false }
    }

    /// A line with its points marked.
    pub fn marked(name: impl Into<String>, points: Vec<[f64; 2]>) -> Self {
        Self { marked: true, ..Self::new(name, points) }
    }

    fn draw(&self, svg: &mut String, colour: &str, at: impl Fn(&[f64; 2]) -> [f64; 2]) {
        let stride = self.points.len().div_ceil(MOST_POINTS).max(1);
        let last = self.points.len().saturating_sub(1);
        let mut path = String::new();
        let mut pen = "M";
        for (i, point) in self.points.iter().enumerate() {
            if !i.is_multiple_of(stride) && i != last {
                continue;
            }
            let [x, y] = at(point);
            if !(x.is_finite() && y.is_finite()) {
                pen = "M";
                continue;
            }
            let _ = write!(path, "{pen}{x:.1} {y:.1}");
            pen = "L";
            if self.marked {
                let _ = writeln!(svg, r#"<circle cx="{x:.1}" cy="{y:.1}" r="3" fill="{colour}"/>"#);
            }
        }
        let _ = writeln!(
            svg,
            r#"<path d="{path}" fill="none" stroke="{colour}" stroke-width="1.5" stroke-linejoin="round"/>"#
        );
    }
}

/// A thin arrow with a head of four pixels.
fn draw_arrow(svg: &mut String, [x, y]: [f64; 2], [u, v]: [f64; 2]) {
    let (dx, dy) = (u - x, v - y);
    let length = (dx * dx + dy * dy).sqrt();
    if !(length > 0.0 && length.is_finite()) {
        return;
    }
    let (dx, dy) = (4.0 * dx / length, 4.0 * dy / length);
    let _ = writeln!(
        svg,
        r##"<path d="M{x:.1} {y:.1}L{u:.1} {v:.1}M{:.1} {:.1}L{u:.1} {v:.1}L{:.1} {:.1}" fill="none" stroke="#bbb"/>"##,
        u - dx - 0.6 * dy,
        v - dy + 0.6 * dx,
        u - dx + 0.6 * dy,
        v - dy - 0.6 * dx
    );
}

/// Bars in parts: each bar by its name, with a share for every part.
pub fn bars(title: &str, parts: &[&str], bars: &[(String, Vec<f64>)]) -> String {
    let mut svg = head(title);
    let width = SIZE[0] - MARGIN[0] - MARGIN[2];
    let height = (SIZE[1] - MARGIN[1] - MARGIN[3]) / bars.len().max(1) as f64;
    for (i, (name, shares)) in bars.iter().enumerate() {
        let y = MARGIN[1] + height * i as f64;
        let middle = y + 0.5 * height;
        let sum: f64 = shares.iter().sum();
        let mut x = MARGIN[0];
        let _ = writeln!(
            svg,
            r#"<text x="{:.1}" y="{middle:.1}" text-anchor="end">{}</text>"#,
            MARGIN[0] - 6.0,
            escaped(name)
        );
        for (k, share) in shares.iter().enumerate() {
            let part = width * share / sum.max(f64::MIN_POSITIVE);
            let (colour, thick) = (COLOURS[k % COLOURS.len()], 0.7 * height);
            let top = y + 0.15 * height;
            let _ = writeln!(
                svg,
                r#"<rect x="{x:.1}" y="{top:.1}" width="{part:.1}" height="{thick:.1}" fill="{colour}"/>"#
            );
            if part > 40.0 {
                let _ = writeln!(
                    svg,
                    r##"<text x="{:.1}" y="{middle:.1}" text-anchor="middle" fill="#fff">{:.0}%</text>"##,
                    x + 0.5 * part,
                    100.0 * share / sum
                );
            }
            x += part;
        }
    }
    for (i, part) in parts.iter().enumerate() {
        key(&mut svg, i, COLOURS[i % COLOURS.len()], part);
    }
    svg + "</svg>\n"
}

fn head(title: &str) -> String {
    let mut svg = open(SIZE[0], SIZE[1]);
    heading(&mut svg, title);
    svg
}

fn open(w: f64, h: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"{w}\" height=\"{h}\" fill=\"#fff\"/>\n"
    )
}

fn heading(svg: &mut String, title: &str) {
    let _ = writeln!(
        svg,
        r#"<text x="{:.1}" y="22" font-size="14">{}</text>"#,
        MARGIN[0],
        escaped(title)
    );
}

/// Text as SVG wants it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The name of a line or part, right of the chart.
fn key(svg: &mut String, place: usize, colour: &str, name: &str) {
    let (x, y) = (SIZE[0] - MARGIN[2] + 14.0, MARGIN[1] + 8.0 + 18.0 * place as f64);
    let _ = writeln!(
        svg,
        r#"<rect x="{x:.1}" y="{:.1}" width="10" height="10" fill="{colour}"/>"#,
        y - 9.0
    );
    let _ = writeln!(svg, r#"<text x="{:.1}" y="{y:.1}">{}</text>"#, x + 16.0, escaped(name));
}

/// Numbers to places along an axis.
struct Scale<'a> {
    axis: &'a Axis,
    /// 0 goes right, 1 up.
    along: usize,
    from: f64,
    to: f64,
}

impl<'a> Scale<'a> {
    fn new(axis: &'a Axis, values: impl Iterator<Item = f64>, along: usize) -> Self {
        if let Some([from, to]) = axis.range.filter(|[from, to]| to > from) {
            let ends = if axis.logarithmic { [from.log10(), to.log10()] } else { [from, to] };
            return Self { axis, along, from: ends[0], to: ends[1] };
        }
        let seen = values.filter(|v| v.is_finite() && (*v > 0.0 || !axis.logarithmic));
        let (lo, hi) =
            seen.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), v| (lo.min(v), hi.max(v)));
        let (lo, hi) = if lo <= hi { (lo, hi) } else { (1.0, 10.0) };
        let (from, to) = if axis.logarithmic {
            (lo.log10().floor(), hi.log10().ceil().max(lo.log10().floor() + 1.0))
        } else {
            let step = nice((hi - lo.min(0.0)) / 5.0);
            ((lo.min(0.0) / step).floor() * step, (hi / step).ceil() * step)
        };
        Self { axis, along, from, to: if to > from { to } else { from + 1.0 } }
    }

    fn at(&self, value: f64) -> f64 {
        let value = if self.axis.logarithmic { value.log10() } else { value };
        // Far outside it would not fit the numbers of a picture.
        self.place(((value - self.from) / (self.to - self.from)).clamp(-10.0, 11.0))
    }

    fn place(&self, share: f64) -> f64 {
        let length = SIZE[self.along] - MARGIN[self.along] - MARGIN[self.along + 2];
        if self.along == 0 {
            MARGIN[0] + share * length
        } else {
            SIZE[1] - MARGIN[3] - share * length
        }
    }

    /// Ticks, their numbers, and the label.
    fn draw(&self, svg: &mut String) {
        let span = self.to - self.from;
        let step = if self.axis.logarithmic { (span / 8.0).ceil() } else { nice(span / 5.0) };
        let [left, top] = [MARGIN[0], MARGIN[1]];
        let [right, bottom] = [SIZE[0] - MARGIN[2], SIZE[1] - MARGIN[3]];
        let first = (self.from / step - 1e-9).ceil();
        let count = ((self.to / step + 1e-9).floor() - first).max(0.0) as usize;
        for i in 0..=count {
            let tick = step * (first + i as f64);
            let at = self.place((tick - self.from) / (self.to - self.from));
            let number = if self.axis.logarithmic { 10_f64.powf(tick) } else { tick };
            let number = written(number);
            let (ends, text) = if self.along == 0 {
                (
                    [at, top, at, bottom],
                    format!(r#"x="{at:.1}" y="{:.1}" text-anchor="middle""#, bottom + 16.0),
                )
            } else {
                (
                    [left, at, right, at],
                    format!(r#"x="{:.1}" y="{:.1}" text-anchor="end""#, left - 6.0, at + 4.0),
                )
            };
            let [x1, y1, x2, y2] = ends;
            let _ = writeln!(
                svg,
                r##"<line x1="{x1:.1}" y1="{y1:.1}" x2="{x2:.1}" y2="{y2:.1}" stroke="#ddd"/>"##
            );
            let _ = writeln!(svg, "<text {text}>{number}</text>");
        }
        let label = escaped(&self.axis.label);
        let _ = if self.along == 0 {
            let middle = 0.5 * (left + right);
            writeln!(
                svg,
                r#"<text x="{middle:.1}" y="{:.1}" text-anchor="middle">{label}</text>"#,
                SIZE[1] - 14.0
            )
        } else {
            let middle = 0.5 * (top + bottom);
            writeln!(
                svg,
                r#"<text transform="translate(16 {middle:.1}) rotate(-90)" text-anchor="middle">{label}</text>"#
            )
        };
    }
}

/// 1, 2 or 5 times a power of ten, not below a number.
fn nice(step: f64) -> f64 {
    let power = 10_f64.powf(step.max(f64::MIN_POSITIVE).log10().floor());
    [1.0, 2.0, 5.0, 10.0].map(|k| k * power).into_iter().find(|s| *s >= step).unwrap_or(power)
}

/// A number of few digits.
fn written(x: f64) -> String {
    if x == 0.0 {
        "0".into()
    } else if (1e-3..1e6).contains(&x.abs()) {
        let digits = (2.0 - x.abs().log10().floor()).clamp(0.0, 5.0) as usize;
        let text = format!("{x:.digits$}");
        let text =
            if digits > 0 { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
        text.into()
    } else {
        format!("{x:.0e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers() {
        for (step, expected) in [(0.7, 1.0), (1.3, 2.0), (23.0, 50.0), (7e-4, 1e-3)] {
            assert!((nice(step) / expected - 1.0).abs() < 1e-9, "{step}");
        }
        assert_eq!(written(0.5), "0.5");
        assert_eq!(written(120.0), "120");
        assert_eq!(written(1e-6), "1e-6");
    }

    /// Texts are escaped, lines broken where they are not finite, and every panel has its axes.
    #[test]
    fn a_figure_is_sound() {
        let line = Line::marked("a < b & c", vec![[0.0, 1.0], [1.0, f64::NAN], [2.0, 3.0]]);
        let panel = Panel {
            title: "<t>".into(),
            x: Axis::linear("time, s"),
            y: Axis::linear("x, m").between(0.0, 2.0),
            lines: vec![line],
            arrows: vec![[[0.0, 0.0], [1.0, 1.0]]],
        };
        let svg = figure(&[panel.clone(), panel]);
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        assert_eq!(svg.matches("&lt;t&gt;").count(), 2);
        assert_eq!(svg.matches("a &lt; b &amp; c").count(), 2);
        assert_eq!(svg.matches("time, s").count(), 2);
        assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
        assert!(svg.contains("viewBox=\"0 0 640 720\""));
    }

    /// Points lie between the axes, the larger to the right and up.
    #[test]
    fn points_lie_within_the_axes() {
        let axis = Axis::logarithmic("x");
        let x = Scale::new(&axis, [3.0, 400.0].into_iter(), 0);
        assert!(x.at(3.0) >= MARGIN[0] && x.at(400.0) <= SIZE[0] - MARGIN[2]);
        assert!(x.at(3.0) < x.at(400.0));
        let y = Scale::new(&axis, [3.0, 400.0].into_iter(), 1);
        assert!(y.at(3.0) > y.at(400.0));
    }
}
