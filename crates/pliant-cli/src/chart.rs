//! Charts as SVG: lines over two axes, and bars in parts.

use std::fmt::Write;

/// Colours of lines and parts: told apart without colour vision too.
const COLOURS: [&str; 10] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d31", "#666666",
    "#117733", "#b0b0b0",
];

const SIZE: [f64; 2] = [640.0, 360.0];
/// Left, top, right, bottom.
const MARGIN: [f64; 4] = [104.0, 40.0, 130.0, 52.0];

/// What an axis shows.
pub struct Axis {
    /// Quantity and unit.
    pub label: &'static str,
    /// Whether equal lengths are equal factors.
    pub logarithmic: bool,
}

/// A line of a chart.
pub struct Line {
    /// Its name.
    pub name: String,
    /// Its points.
    pub points: Vec<[f64; 2]>,
}

/// Lines over two axes.
pub fn lines(title: &str, x: &Axis, y: &Axis, lines: &[Line]) -> String {
    let all = || lines.iter().flat_map(|line| &line.points);
    let scales = [Scale::new(x, all().map(|p| p[0]), 0), Scale::new(y, all().map(|p| p[1]), 1)];
    let mut svg = head(title);
    scales.iter().for_each(|scale| scale.draw(&mut svg));
    for (i, line) in lines.iter().enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        let at = |p: &[f64; 2]| [scales[0].at(p[0]), scales[1].at(p[1])];
        let mut path = String::new();
        for [x, y] in line.points.iter().map(at) {
            let _ = write!(path, "{x:.1},{y:.1} ");
            let _ = writeln!(svg, r#"<circle cx="{x:.1}" cy="{y:.1}" r="3" fill="{colour}"/>"#);
        }
        let path = path.trim_end();
        let _ = writeln!(
            svg,
            r#"<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>"#
        );
        key(&mut svg, i, &line.name);
    }
    svg + "</svg>\n"
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
            r#"<text x="{:.1}" y="{middle:.1}" text-anchor="end">{name}</text>"#,
            MARGIN[0] - 6.0
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
        key(&mut svg, i, part);
    }
    svg + "</svg>\n"
}

fn head(title: &str) -> String {
    let [w, h] = SIZE;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"{w}\" height=\"{h}\" fill=\"#fff\"/>\n\
         <text x=\"{:.1}\" y=\"22\" font-size=\"14\">{title}</text>\n",
        MARGIN[0]
    )
}

/// The name of a line or part, right of the chart.
fn key(svg: &mut String, i: usize, name: &str) {
    let (x, y) = (SIZE[0] - MARGIN[2] + 14.0, MARGIN[1] + 8.0 + 18.0 * i as f64);
    let colour = COLOURS[i % COLOURS.len()];
    let _ = writeln!(
        svg,
        r#"<rect x="{x:.1}" y="{:.1}" width="10" height="10" fill="{colour}"/>"#,
        y - 9.0
    );
    let _ = writeln!(svg, r#"<text x="{:.1}" y="{y:.1}">{name}</text>"#, x + 16.0);
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
        self.place(((value - self.from) / (self.to - self.from)).clamp(0.0, 1.0))
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
        let step = if self.axis.logarithmic { 1.0 } else { nice((self.to - self.from) / 5.0) };
        let [left, top] = [MARGIN[0], MARGIN[1]];
        let [right, bottom] = [SIZE[0] - MARGIN[2], SIZE[1] - MARGIN[3]];
        let count = ((self.to - self.from) / step).round() as usize;
        for i in 0..=count {
            let tick = self.from + step * i as f64;
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
        let label = self.axis.label;
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

    /// Points lie between the axes, the larger to the right and up.
    #[test]
    fn points_lie_within_the_axes() {
        let axis = Axis { label: "x", logarithmic: true };
        let x = Scale::new(&axis, [3.0, 400.0].into_iter(), 0);
        assert!(x.at(3.0) >= MARGIN[0] && x.at(400.0) <= SIZE[0] - MARGIN[2]);
        assert!(x.at(3.0) < x.at(400.0));
        let y = Scale::new(&axis, [3.0, 400.0].into_iter(), 1);
        assert!(y.at(3.0) > y.at(400.0));
    }
}
