// The line to the server: it comes back by itself when it breaks.

import { decode, ProtocolError, type Command, type Frame, type Scene } from "./protocol";

export interface Listener {
  scene(scene: Scene): void;
  frame(frame: Frame): void;
  notice(text: string): void;
  /** The scene cannot be played. */
  failed(text: string): void;
  /** Whether the line is open. */
  connected(open: boolean): void;
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 4000;

/** The name of this page's session: the same after a reload, another in another tab. */
function session(): string {
  let id = sessionStorage.getItem("session");
  if (!id) {
    id = Array.from(crypto.getRandomValues(new Uint32Array(4)), (n) => n.toString(36)).join("");
    sessionStorage.setItem("session", id);
  }
  return id;
}

export class Line {
  private socket: WebSocket | null = null;
  private wait = FIRST_WAIT;
  private timer = 0;
  private closed = false;
  /** Bytes that came. */
  received = 0;

  constructor(private readonly scene: string, private readonly listener: Listener) {
    this.open();
  }

  send(command: Command): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  private open(): void {
    const query = new URLSearchParams({ scene: this.scene, session: session() });
    const socket = new WebSocket(`ws://${location.host}/socket?${query}`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.listener.connected(true);
    };
    socket.onmessage = (event) => this.hear(event.data);
    socket.onclose = () => {
      if (this.closed || this.socket !== socket) return;
      this.listener.connected(false);
      this.timer = window.setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    };
    this.socket = socket;
  }

  private hear(data: string | ArrayBuffer): void {
    try {
      if (typeof data === "string") {
        const { notice, error } = JSON.parse(data) as { notice?: string; error?: string };
        if (notice) this.listener.notice(notice);
        if (error) this.listener.failed(error);
        return;
      }
      this.received += data.byteLength;
      const message = decode(data);
      if (message.kind === "scene") this.listener.scene(message);
      else this.listener.frame(message);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.listener.failed(error.message);
      this.close();
    }
  }
}
