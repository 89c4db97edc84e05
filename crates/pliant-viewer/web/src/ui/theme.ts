// Light and dark: as the system says, until somebody chooses.

export type Theme = "light" | "dark";

const system = window.matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<(theme: Theme) => void>();

export function theme(): Theme {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") return chosen;
  return system.matches ? "dark" : "light";
}

/** Calls back now and whenever the theme changes; gives what ends that. */
export function onTheme(listener: (theme: Theme) => void): () => void {
  listeners.add(listener);
  listener(theme());
  return () => listeners.delete(listener);
}

export function toggleTheme(): void {
  localStorage.setItem("theme", theme() === "light" ? "dark" : "light");
  apply();
}

function apply(): void {
  document.documentElement.dataset.theme = theme();
  for (const listener of listeners) listener(theme());
}

system.addEventListener("change", apply);
apply();
