//! The page, carried inside the program.

/// A file of the page.
pub(crate) struct Asset {
    pub(crate) path: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) bytes: &'static [u8],
}

macro_rules! assets {
    ($($name:literal as $kind:literal),* $(,)?) => {
        &[$(Asset {
            path: concat!("/", $name),
            kind: $kind,
            bytes: include_bytes!(concat!("../page/", $name)),
        }),*]
    };
}

/// All files, as `web/build.mjs` writes them.
pub(crate) const ASSETS: &[Asset] = assets![
    "index.html" as "text/html; charset=utf-8",
    "page.js" as "text/javascript; charset=utf-8",
    "page.css" as "text/css; charset=utf-8",
    "icon.svg" as "image/svg+xml",
];

/// The file of a path; `/` is the page itself.
pub(crate) fn find(path: &str) -> Option<&'static Asset> {
    let path = if path == "/" { "/index.html" } else { path };
    ASSETS.iter().find(|asset| asset.path == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_asks_for_nothing_from_elsewhere() {
        // What it names for other reasons: namespaces, and pages that comments point to.
        let harmless = ["http://www.w3.org/"];
        let index = std::str::from_utf8(find("/").unwrap().bytes).unwrap();
        for start in ["http://", "https://", "//"] {
            for (at, _) in index.match_indices(start) {
                let rest = &index[at..];
                assert!(harmless.iter().any(|h| rest.starts_with(h)), "{}", &rest[..40]);
            }
        }
        assert!(find("/page.js").is_some() && find("/../Cargo.toml").is_none());
    }
}
