import * as Effect from "effect/Effect"
import ssh2, { type SFTPWrapper } from "ssh2"
import { type FundAccount, sftpDisk } from "./SftpDisk.ts"
import { type Answer, type Command, type Message, type Request, START, step } from "./sftpMachine.ts"

const { STATUS_CODE } = ssh2.utils.sftp

/**
 * Gives ssh2 an answer. Returns whether it was sent at once: ssh2 returns false (untyped) for an answer that it
 * buffers.
 */
const send = (sftp: SFTPWrapper, id: number, answer: Answer): boolean => {
  const sent = (): unknown => {
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
  return sent() !== false
}

/**
 * One SFTP session of a fund: an inbox and an outbox, without other folders, links or access outside them. It passes
 * the requests of ssh2 to `sftpMachine`, and runs the resulting commands.
 */
export const sftpSession = (account: FundAccount) => {
  const disk = sftpDisk(account)
  let state = START

  const next = (message: Message): ReadonlyArray<Command> => {
    const [after, commands] = step(state, message)
    state = after
    return commands
  }

  /** Closes the open files; an upload under way stays unfinished. */
  const end = Effect.suspend(() =>
    Effect.forEach(
      next({ kind: "end" }),
      (command) => (command.kind === "close" ? disk.close(command.file) : Effect.void),
      { discard: true }
    )
  )

  /** Serves the requests of a client; `run` runs each. `hangUp` ends the session. */
  const serve = (sftp: SFTPWrapper, run: (request: Effect.Effect<void>) => void, hangUp: () => void) => {
    const execute = (command: Command): Effect.Effect<void> => {
      switch (command.kind) {
        case "disk":
          return Effect.flatMap(disk.ask(command.request), (done) =>
            executeAll(() => next({ kind: "did", id: command.id, done }))
          )
        case "answer":
          return executeAll(() => {
            const atOnce = send(sftp, command.id, command.answer)
            return next({ kind: "sent", atOnce })
          })
        case "close":
          return disk.close(command.file)
        case "hang up":
          return Effect.sync(hangUp)
      }
    }
    const executeAll = (commands: () => ReadonlyArray<Command>): Effect.Effect<void> =>
      Effect.suspend(() => Effect.forEach(commands(), execute, { discard: true }))

    const ask = (id: number, request: Request): void => {
      for (const command of next({ kind: "requested", id, request })) {
        if (command.kind === "hang up") hangUp()
        else run(execute(command))
      }
    }
    const deny = (id: number) => ask(id, { kind: "what no fund may do" })
    const statOf = (id: number, path: string) => ask(id, { kind: "stat", path })
    const setAttributes = (id: number) => ask(id, { kind: "set attributes" })
    sftp.on("OPEN", (id, path, flags) => ask(id, { kind: "open", path, flags }))
    sftp.on("CLOSE", (id, handle) => ask(id, { kind: "close", handle }))
    sftp.on("READ", (id, handle, offset, length) => ask(id, { kind: "read", handle, offset, length }))
    sftp.on("WRITE", (id, handle, offset, data) => ask(id, { kind: "write", handle, offset, data }))
    sftp.on("STAT", statOf)
    sftp.on("LSTAT", statOf)
    sftp.on("FSTAT", (id, handle) => ask(id, { kind: "stat open", handle }))
    sftp.on("SETSTAT", setAttributes)
    sftp.on("FSETSTAT", setAttributes)
    sftp.on("OPENDIR", (id, path) => ask(id, { kind: "open folder", path }))
    sftp.on("READDIR", (id, handle) => ask(id, { kind: "read folder", handle }))
    sftp.on("REMOVE", (id, path) => ask(id, { kind: "remove", path }))
    sftp.on("RENAME", (id, from, to) => ask(id, { kind: "rename", from, to }))
    sftp.on("REALPATH", (id, path) => ask(id, { kind: "real path", path }))
    sftp.on("MKDIR", deny)
    sftp.on("RMDIR", deny)
    sftp.on("SYMLINK", deny)
    sftp.on("READLINK", deny)
  }

  return { serve, end }
}
