//! Who may talk to the server, and how much.
//!
//! The server listens on loopback, but any web page in the user's browser can reach loopback too.
//! So a request has to name this server as its host (a page elsewhere whose name was pointed here
//! does not), and a browser that opens a web socket has to come from our own page (`Origin`).

use std::net::IpAddr;
use std::time::Instant;

use axum::http::{HeaderMap, header};

/// Which hosts a request may name.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// The host that the server was told to listen on.
    host: String,
    loopback_only: bool,
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    Host,
    Origin,
}

impl Refusal {
    pub(crate) fn message(self) -> &'static str {
        match self {
            Self::Host => "the Host header does not name this server\n",
            Self::Origin => "the Origin header is not that of this server's page\n",
        }
    }
}

impl Guard {
    pub(crate) fn new(host: &str) -> Self {
        let loopback_only = host == "localhost"
            || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
        Self { host: host.to_owned(), loopback_only }
    }

    pub(crate) fn loopback_only(&self) -> bool {
        self.loopback_only
    }

    /// Checks the host, and the origin where there is one: browsers send it with every web socket.
    pub(crate) fn check(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let host = text(header::HOST).filter(|host| self.is_ours(host)).ok_or(Refusal::Host)?;
        match headers.get(header::ORIGIN) {
            None => Ok(()),
            Some(_) if text(header::ORIGIN) == Some(&format!("http://{host}")) => Ok(()),
            Some(_) => Err(Refusal::Origin),
        }
    }

    /// A name can be pointed here by anybody; an address, `localhost` and the host we were given
    /// cannot.
    fn is_ours(&self, host: &str) -> bool {
        let name = without_port(host);
        if name.eq_ignore_ascii_case("localhost") || name.eq_ignore_ascii_case(&self.host) {
            return true;
        }
        let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        address.is_ok_and(|address| !self.loopback_only || address.is_loopback())
    }
}

/// `host:port` or `[address]:port` without the port.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) && !name.ends_with(':') => {
            name
        }
        _ => host,
    }
}

/// Lets so many messages a second through, and a burst of a second's worth.
#[derive(Debug)]
pub(crate) struct Rate {
    per_second: f64,
    left: f64,
    last: Instant,
}

impl Rate {
    pub(crate) fn new(per_second: f64) -> Self {
        Self { per_second, left: per_second, last: Instant::now() }
    }

    /// Whether one more message may come now.
    pub(crate) fn allows(&mut self, now: Instant) -> bool {
        let since = now.saturating_duration_since(self.last).as_secs_f64();
        self.last = now;
        self.left = (self.left + since * self.per_second).min(self.per_second) - 1.0;
        self.left >= 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn verdict(guard: &Guard, host: &str, origin: Option<&str>) -> Result<(), Refusal> {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        guard.check(&headers)
    }

    #[test]
    fn only_our_own_hosts_and_origins_pass() {
        let guard = Guard::new("127.0.0.1");
        for host in ["localhost:7878", "127.0.0.1:7878", "[::1]:7878", "LOCALHOST", "127.0.0.1"] {
            assert_eq!(verdict(&guard, host, None), Ok(()), "{host}");
            assert_eq!(verdict(&guard, host, Some(&format!("http://{host}"))), Ok(()), "{host}");
        }
        for host in ["evil.example:7878", "localhost.evil.example", "192.168.1.5:7878", "", ":80"] {
            assert_eq!(verdict(&guard, host, None), Err(Refusal::Host), "{host}");
        }
        for origin in ["http://evil.example", "null", "https://localhost:7878", "http://localhost"]
        {
            let found = verdict(&guard, "localhost:7878", Some(origin));
            assert_eq!(found, Err(Refusal::Origin), "{origin}");
        }
        assert_eq!(guard.check(&HeaderMap::new()), Err(Refusal::Host));
    }

    #[test]
    fn an_open_server_takes_addresses_but_no_names() {
        let guard = Guard::new("0.0.0.0");
        assert!(!guard.loopback_only());
        assert_eq!(verdict(&guard, "192.168.1.5:7878", None), Ok(()));
        assert_eq!(verdict(&guard, "evil.example:7878", None), Err(Refusal::Host));
        assert_eq!(verdict(&Guard::new("lab.local"), "lab.local:7878", None), Ok(()));
    }

    #[test]
    fn a_flood_is_stopped_and_a_steady_stream_is_not() {
        let start = Instant::now();
        let mut rate = Rate::new(10.0);
        assert!((0..10).all(|_| rate.allows(start)));
        assert!(!rate.allows(start));
        let mut rate = Rate::new(10.0);
        assert!((1..100).all(|i| rate.allows(start + Duration::from_millis(101 * i))));
    }
}
