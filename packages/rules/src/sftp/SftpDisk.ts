import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { constants } from "node:fs"
import { type FileHandle, open as openFile, readdir, rename, stat, truncate, unlink } from "node:fs/promises"
import { join } from "node:path"
import ssh2, { type Attributes, type FileEntry } from "ssh2"
import type { AccountSpace } from "./AccountSpace.ts"
import { type Folder, type FundFolders, pathsOf } from "./folders.ts"
import { counts } from "@embedded-super/rules/employer-list/fileNames"
import { LARGEST_FILE } from "@embedded-super/rules/employer-list/listRules"
import {
  type DiskRequest,
  type Done,
  entry,
  failure,
  type FilePlace,
  FOLDER,
  noSuchFile,
  type Refusal,
  refusal,
  renameRefusal
} from "./sftpMachine.ts"

/** The data that a session needs about its fund. */
export interface FundAccount {
  readonly slug: string
  readonly folders: FundFolders
  /** The file names that are imported from its inbox. */
  readonly pattern: string | undefined
  /** The remaining upload budget; shared by all of the fund's sessions. */
  readonly space: AccountSpace
  /** Local paths that are open to be written; shared by all sessions. */
  readonly writing: Set<string>
  /** Called when a file may have become complete. */
  readonly changed: () => void
  /** Called when a file is opened to be read. */
  readonly reading?: ((folder: Folder, name: string) => void) | undefined
}

interface OpenFile {
  readonly file: FileHandle
  readonly path: string
  /** Where it goes when it is closed; undefined for a file that is only read. */
  readonly goal: string | undefined
  /** Every write goes to the end, whatever its offset. */
  readonly appends: boolean
  /** It was opened with what it held, and nothing was written or resized yet. */
  isOld: boolean
  /** The first byte that couldn't be stored. */
  lost: number
}

/** The file must not exist yet. */
const MAKES = constants.O_CREAT | constants.O_EXCL

const DONE: Done = { kind: "done" }
const BUSY = failure("Another session is writing this file")
const TAKEN = failure("A file with this name exists")
const GIVEN_UP = failure("This list is complete and waits to be read. Upload a whole new one")
const BROKEN_OFF = failure("The upload of this file wasn't finished. Upload it again")

const attempt = <A>(run: () => Promise<A>): Effect.Effect<A, Refusal> =>
  Effect.tryPromise({
    try: run,
    catch: (error) =>
      Reflect.get(error as object, "code") === "ENOENT" ? noSuchFile : failure("The file can't be used")
  })

const attributes = (found: { readonly size: number; readonly mtimeMs: number }): Attributes => ({
  mode: constants.S_IFREG | 0o644,
  uid: 0,
  gid: 0,
  size: found.size,
  atime: Math.floor(found.mtimeMs / 1000),
  mtime: Math.floor(found.mtimeMs / 1000)
})

/** The local files of one session: runs the disk requests of `sftpMachine`. */
export const sftpDisk = ({ changed, folders, pattern, reading, space, writing }: FundAccount) => {
  const files = new Map<number, OpenFile>()
  let nextFile = 0

  const locate = Effect.fnUntraced(function* ({ folder, name }: FilePlace) {
    for (const source of pathsOf(folders[folder])) {
      const at = join(source, name)
      const found = yield* Effect.option(attempt(() => stat(at)))
      if (Option.isSome(found) && found.value.isFile()) return { at, found: found.value }
    }
    return yield* Effect.fail(noSuchFile)
  })

  const open = Effect.fnUntraced(function* (path: string, mode: number, goal: string | undefined) {
    // mutant (employer-lists/sftp/attacks): an account has few files open: `!space.mayOpen()` -> `false`
    if (!space.mayOpen()) return yield* Effect.fail(failure("This account has too many open files"))
    const file = yield* attempt(() => openFile(path, mode | constants.O_NOFOLLOW, 0o600)).pipe(
      Effect.onError(() => Effect.sync(space.closed))
    )
    const appends = (mode & constants.O_APPEND) !== 0
    const isOld = !appends && (mode & constants.O_TRUNC) === 0
    files.set(nextFile, { file, path, goal, appends, isOld, lost: Infinity })
    return { kind: "opened", file: nextFile++, writes: goal !== undefined } as const
  })

  const doneWriting = (path: string): void => {
    writing.delete(path)
    space.leave(path)
  }

  const openToWrite = Effect.fnUntraced(function* (place: FilePlace, mode: number) {
    const { folder, name } = place
    const { arriving, unfinished, whole } = folders[folder]
    const at = join(unfinished, name)
    if (writing.has(at)) return yield* Effect.fail(BUSY)
    writing.add(at)
    const refused = Effect.sync(() => doneWriting(at))
    return yield* Effect.gen(function* () {
      const there = Option.getOrUndefined(yield* Effect.option(locate(place)))?.at
      // mutant (employer-lists/sftp/openFlags): EXCL refuses a name that is taken: `=== MAKES` -> `=== -1`
      if (there !== undefined && (mode & MAKES) === MAKES) return yield* Effect.fail(TAKEN)
      if (there === join(whole, name) && (mode & constants.O_TRUNC) === 0) return yield* Effect.fail(GIVEN_UP)
      if (!(yield* space.enter(at)))
        return yield* Effect.fail(failure("There are too many files; remove some"))
      const goal = join(arriving, name)
      // A file that was closed is opened again, as to resume it: it counts as unfinished until it is closed again.
      const finished = yield* Effect.option(attempt(() => rename(goal, at)))
      return yield* open(at, mode, goal).pipe(
        Effect.tapError(() =>
          Option.isNone(finished)
            ? Effect.void
            : Effect.andThen(Effect.ignore(attempt(() => rename(at, goal))), Effect.sync(changed))
        )
      )
    }).pipe(Effect.onError(() => refused))
  })

  const using = <A>(id: number, use: (file: OpenFile) => Effect.Effect<A, Refusal>) =>
    Effect.suspend(() => {
      const file = files.get(id)
      return file === undefined ? Effect.fail(failure("No such handle")) : use(file)
    })

  /** Closes a file, and then does this; until then no other session may write it. */
  const closing = (id: number, then: (file: OpenFile) => Effect.Effect<void, Refusal>) =>
    using(
      id,
      Effect.fnUntraced(function* (open) {
        const { file, goal, lost, path } = open
        files.delete(id)
        // The bytes after a part that wasn't stored are cut off, so that a client can resume the file there.
        if (lost !== Infinity) yield* Effect.ignore(attempt(() => file.truncate(lost)))
        yield* Effect.ignore(attempt(() => file.close()))
        space.closed()
        yield* then(open).pipe(Effect.ensuring(Effect.sync(() => goal !== undefined && doneWriting(path))))
      })
    )

  /** An upload of which nothing more comes stays where it is: whether it is whole isn't known. */
  const abandon = (id: number) => closing(id, () => Effect.void)

  /** The client has closed the file. */
  const close = (id: number) =>
    closing(
      id,
      Effect.fnUntraced(function* ({ goal, lost, path }) {
        if (goal === undefined) return
        // mutant (employer-lists/sftp/pipelined): a file with a part that wasn't stored isn't uploaded: `lost !== Infinity` -> `false`
        if (lost !== Infinity) return yield* Effect.fail(BROKEN_OFF)
        yield* attempt(() => rename(path, goal))
        changed()
      })
    )

  const read = (id: number, offset: number, length: number) =>
    using(id, ({ file }) => {
      const buffer = Buffer.alloc(length)
      return Effect.flatMap(
        attempt(() => file.read(buffer, 0, length, offset)),
        ({ bytesRead }) =>
          bytesRead === 0
            ? Effect.fail(refusal(ssh2.utils.sftp.STATUS_CODE.EOF, "End of file"))
            : Effect.succeed<Done>({ kind: "data", data: buffer.subarray(0, bytesRead) })
      )
    })

  const mayHave = Effect.fnUntraced(function* ({ path }: OpenFile, size: number) {
    if (size > LARGEST_FILE) return yield* Effect.fail(failure("The file is larger than 512 MiB"))
    if (!(yield* space.mayGrow(path, size)))
      return yield* Effect.fail(failure("The inbox is full; remove files"))
  })

  const write = (id: number, given: number, data: Buffer) =>
    using(id, (open) => {
      let offset = given
      return Effect.gen(function* () {
        if (open.appends) offset = (yield* attempt(() => open.file.stat())).size
        // A client that resumes writes behind the stored bytes. One that begins anew replaces them: no tail of them may stay.
        if (open.isOld && offset === 0) yield* attempt(() => open.file.truncate(0))
        open.isOld = false
        // Here and not where requests are judged, so that the file with this part missing is no upload.
        yield* mayHave(open, offset + data.length)
        const { bytesWritten } = yield* attempt(() => open.file.write(data, 0, data.length, offset))
        if (bytesWritten < data.length) return yield* Effect.fail(failure("The file can't be stored"))
      }).pipe(
        Effect.tapError(() =>
          Effect.sync(() => {
            open.lost = Math.min(open.lost, offset)
          })
        )
      )
    })

  /** Cuts an open file, or extends it with zeros, as OpenSSH's server does. */
  const resize = (id: number, size: number) =>
    using(id, (open) => {
      open.isOld = false
      return Effect.andThen(
        mayHave(open, size),
        attempt(() => open.file.truncate(size))
      )
    })

  /** Cuts a file that isn't open. It isn't extended, and not touched once it is given up to be imported. */
  const cut = Effect.fnUntraced(function* (place: FilePlace, size: number) {
    const { at, found } = yield* locate(place)
    if (writing.has(at)) return yield* Effect.fail(BUSY)
    if (size === found.size) return
    if (size > found.size || at === join(folders[place.folder].whole, place.name))
      return yield* Effect.fail(failure("Open the file to change its size"))
    return yield* attempt(() => truncate(at, size))
  })

  const list = Effect.fnUntraced(function* (folder: Folder) {
    const entries = new Map<string, FileEntry>()
    if (folder === "inbox") entries.set("test", entry("test", FOLDER))
    for (const source of pathsOf(folders[folder])) {
      for (const name of yield* attempt(() => readdir(source))) {
        if (folder === "outbox" && name.endsWith(".tmp")) continue
        const found = yield* Effect.option(attempt(() => stat(join(source, name))))
        if (Option.isSome(found) && !entries.has(name))
          entries.set(name, entry(name, attributes(found.value)))
      }
    }
    return { kind: "listed", entries: [...entries.values()] } as const
  })

  const remove = Effect.fnUntraced(function* (place: FilePlace) {
    const { at } = yield* locate(place)
    if (writing.has(at)) return yield* Effect.fail(BUSY)
    return yield* attempt(() => unlink(at))
  })

  const move = Effect.fnUntraced(function* ({
    place,
    target
  }: Extract<DiskRequest, { readonly kind: "rename" }>) {
    const { at } = yield* locate(place)
    const refused = renameRefusal(place, target)
    if (refused !== undefined) return yield* Effect.fail(refused)
    if (target?.kind !== "file") return yield* Effect.fail(noSuchFile)
    if (writing.has(at)) return yield* Effect.fail(failure("Close the file before it is renamed"))
    if (at === join(folders[place.folder].unfinished, place.name)) return yield* Effect.fail(BROKEN_OFF)
    // mutant (employer-lists/sftp/results): a rename replaces no file: `Option.isSome(taken)` -> `false`
    const taken = yield* Effect.option(locate(target))
    if (Option.isSome(taken)) return yield* Effect.fail(TAKEN)
    const { folder, name } = target
    const goal = folders[folder][counts(name, pattern) ? "whole" : "arriving"]
    yield* attempt(() => rename(at, join(goal, name)))
    return changed()
  })

  const ask = (request: DiskRequest): Effect.Effect<Done, Refusal> => {
    switch (request.kind) {
      case "open to read":
        reading?.(request.place.folder, request.place.name)
        return Effect.flatMap(locate(request.place), ({ at }) => open(at, constants.O_RDONLY, undefined))
      case "open to write":
        return openToWrite(request.place, request.mode)
      case "close":
        return Effect.as(close(request.file), DONE)
      case "abandon":
        return Effect.as(abandon(request.file), DONE)
      case "read":
        return read(request.file, request.offset, request.length)
      case "write":
        return Effect.as(write(request.file, request.offset, request.data), DONE)
      case "resize open":
        return Effect.as(resize(request.file, request.size), DONE)
      case "resize":
        return Effect.as(cut(request.place, request.size), DONE)
      case "stat":
        return Effect.map(locate(request.place), ({ found }) => ({
          kind: "attributes",
          attributes: attributes(found)
        }))
      case "stat open":
        return Effect.map(
          using(request.file, ({ file }) => attempt(() => file.stat())),
          (found) => ({ kind: "attributes", attributes: attributes(found) })
        )
      case "list":
        return list(request.folder)
      case "remove":
        return Effect.as(remove(request.place), DONE)
      case "rename":
        return Effect.as(move(request), DONE)
    }
  }

  return {
    /** Returns the result of a request; a refusal is also a result. The caller waits for it before the next request. */
    ask: (request: DiskRequest): Effect.Effect<Done> => Effect.catch(ask(request), Effect.succeed)
  }
}
