//! Colours of bodies that state none.

/// A colour picked from a small palette by place, so that neighbours differ.
pub(crate) fn by_place(place: usize) -> [f32; 3] {
    const PALETTE: [[f32; 3]; 8] = [
        [0.87, 0.36, 0.26],
        [0.32, 0.52, 0.72],
        [0.93, 0.70, 0.28],
        [0.47, 0.66, 0.46],
        [0.62, 0.44, 0.66],
        [0.30, 0.65, 0.65],
        [0.85, 0.52, 0.60],
        [0.60, 0.53, 0.42],
    ];
    PALETTE[place % PALETTE.len()]
}

/// The colour as stated, or by place.
pub(crate) fn stated_or(colour: Option<[f64; 3]>, place: usize) -> [f32; 3] {
    colour.map_or_else(|| by_place(place), |rgb| rgb.map(|c| c as f32))
}
