/**
 * How a simulator differs from a correct, plain one for all of its life: the base of its permanent faults (mistakes of an
 * implementation) and of variants (correct ones that differ). A fault of the plan (`Faults.ts`) is played on some calls on
 * demand; hooks are part of the program, and have their own memory, which a restart empties.
 *
 * Why in front of the server: an implementation by other people differs in what is on the wire, so the hooks see the
 * exchange as bytes, and need no place in the simulator's own code. A simulator without hooks has no such front.
 *
 * The trap: `serve` may be called more than once, or not at all; each call of it is a call that the simulator logs.
 */
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from "node:http"
import type { ServerOptions } from "node:https"

/** A call as it arrived, with its whole body. */
export interface Call {
  readonly method: string
  /** With the query, as sent. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** The request itself, e.g. for its socket; its body is read already. */
  readonly source: IncomingMessage
}

/** An answer before it is sent. Header names are sent as they are written; the content length is set on sending. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly body: string | Buffer
}

/** Answers on the response itself, for answers that are late, cut off, in pieces, or never end. */
export type Unruly = (response: ServerResponse) => void

/** Answers a call. `serve` has the simulator answer it as it always does. */
export type Exchange = (
  call: Call,
  serve: (call: Call) => Promise<Reply>
) => Promise<Reply | Unruly> | Reply | Unruly

export interface ServerHooks {
  /** Answers every call outside `/_simulator`. */
  readonly exchange?: Exchange
  /** The settings of the TLS server. */
  readonly tls?: (settings: ServerOptions) => ServerOptions
  /** The server itself, before it listens: its connections, and the requests that don't parse. */
  readonly server?: (server: Server) => void
}
