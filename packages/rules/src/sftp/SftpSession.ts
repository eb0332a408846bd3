import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import ssh2, { type SFTPWrapper } from "ssh2"
import { type FundAccount, sftpDisk } from "./SftpDisk.ts"
import { type Answer, type Command, type Message, type Request, START, step } from "./sftpMachine.ts"

const { STATUS_CODE } = ssh2.utils.sftp

/** Gives ssh2 an answer, which buffers it while the window of the client's channel is shut. */
const send = (sftp: SFTPWrapper, id: number, answer: Answer): void => {
  switch (answer.kind) {
    case "refused":
      return sftp.status(id, answer.status, answer.words)
    case "done":
      return sftp.status(id, STATUS_CODE.OK)
    case "data":
      return sftp.data(id, answer.data)
    case "attributes":
      return sftp.attrs(id, answer.attributes)
    case "entries":
      return sftp.name(id, [...answer.entries])
    case "handle":
      return sftp.handle(id, answer.handle)
  }
}

/** The request, if a size is among the attributes to be set (the types of ssh2 say always). */
const sized = (size: number | undefined, request: Request): Request =>
  size === undefined ? { kind: "set attributes" } : request

/** How a session acts on its connection. */
export interface SessionConnection {
  /** Runs work in the background. */
  readonly run: (work: Effect.Effect<void>) => void
  /** Reads nothing more from the connection, until `release`. */
  readonly hold: () => void
  readonly release: () => void
  readonly hangUp: () => void
  /** Bytes of answers that the connection couldn't send yet. */
  readonly backlog: () => number
}

/** How often a client that is slow to read is looked at. */
const LOOK_EVERY = "10 millis"
/** How long it may take to read what waits for it: a line of 64 kbit/s needs half of it for the window of usual clients. */
const READS_WITHIN = "5 minutes"
/** With so many bytes of answers waiting, the client counts as slow to read, however large its window is. */
const MOST_BACKLOG = 1024 * 1024

/** Whether the window of a client's channel is shut (untyped); ssh2 says nowhere that it buffers an answer. */
const isShut = (sftp: SFTPWrapper): boolean => {
  const { state, window } = Reflect.get(sftp, "outgoing") as {
    readonly state: string
    readonly window: number
  }
  return state === "open" && window === 0
}

/**
 * One SFTP session of a fund: an inbox and an outbox, without other folders, links or access outside them. It passes
 * the requests of ssh2 to `sftpMachine`, and runs the resulting commands. Returns what ends it: then what was
 * requested before is done, files that are still open are closed, and an upload under way stays unfinished.
 */
export const serveSftp = (account: FundAccount, sftp: SFTPWrapper, connection: SessionConnection) => {
  const disk = sftpDisk(account)
  let state = START

  const next = (message: Message): void => {
    const [after, commands] = step(state, message)
    state = after
    for (const command of commands) execute(command)
  }

  const reads = () => !isShut(sftp) && connection.backlog() < MOST_BACKLOG
  const reader = Effect.sleep(LOOK_EVERY).pipe(
    Effect.repeat({ until: () => state.isEnded || reads() }),
    Effect.timeoutOption(READS_WITHIN),
    Effect.map((read) => next({ kind: Option.isSome(read) ? "read" : "late" }))
  )

  const execute = (command: Command): void => {
    switch (command.kind) {
      case "disk":
        return connection.run(Effect.map(disk.ask(command.request), (done) => next({ kind: "did", done })))
      case "answer":
        send(sftp, command.id, command.answer)
        return next({ kind: "sent", atOnce: reads() })
      case "hold":
        return connection.hold()
      case "release":
        return connection.release()
      case "await reader":
        return connection.run(reader)
      case "hang up":
        return connection.hangUp()
    }
  }

  const ask = (id: number, request: Request): void => next({ kind: "requested", id, request })
  const deny = (id: number) => ask(id, { kind: "what no fund may do" })
  const statOf = (id: number, path: string) => ask(id, { kind: "stat", path })
  sftp.on("OPEN", (id, path, flags) => ask(id, { kind: "open", path, flags }))
  sftp.on("CLOSE", (id, handle) => ask(id, { kind: "close", handle }))
  sftp.on("READ", (id, handle, offset, length) => ask(id, { kind: "read", handle, offset, length }))
  // A copy: `data` is a part of what ssh2 received, all of which would wait with it.
  sftp.on("WRITE", (id, handle, offset, data) =>
    ask(id, { kind: "write", handle, offset, data: Buffer.from(data) })
  )
  sftp.on("STAT", statOf)
  sftp.on("LSTAT", statOf)
  sftp.on("FSTAT", (id, handle) => ask(id, { kind: "stat open", handle }))
  sftp.on("SETSTAT", (id, path, { size }) => ask(id, sized(size, { kind: "resize", path, size })))
  sftp.on("FSETSTAT", (id, handle, { size }) => ask(id, sized(size, { kind: "resize open", handle, size })))
  sftp.on("OPENDIR", (id, path) => ask(id, { kind: "open folder", path }))
  sftp.on("READDIR", (id, handle) => ask(id, { kind: "read folder", handle }))
  sftp.on("REMOVE", (id, path) => ask(id, { kind: "remove", path }))
  sftp.on("RENAME", (id, from, to) => ask(id, { kind: "rename", from, to }))
  sftp.on("REALPATH", (id, path) => ask(id, { kind: "real path", path }))
  sftp.on("MKDIR", deny)
  sftp.on("RMDIR", deny)
  sftp.on("SYMLINK", deny)
  sftp.on("READLINK", deny)
  sftp.on("EXTENDED", (id, name) => ask(id, { kind: "extension", name }))

  return () => next({ kind: "end" })
}
