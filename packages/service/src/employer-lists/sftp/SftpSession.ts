import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"
import { constants } from "node:fs"
import { type FileHandle, open, readdir, rename, stat, unlink } from "node:fs/promises"
import { join } from "node:path"
import { LARGEST_FILE } from "../listRules.ts"
import type { AccountSpace } from "./AccountSpace.ts"
import {
  counts,
  type Folder,
  type FundFolders,
  isResult,
  normalised,
  type Place,
  placeOf
} from "./folders.ts"

import ssh2, { type Attributes, type FileEntry, type SFTPWrapper } from "ssh2"

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp

/** What a request is refused with; the words go to the fund's client. */
class Refused extends Data.TaggedError("Refused")<{ readonly status: number; readonly words: string }> {}

const refused = (status: number, words: string) => new Refused({ status, words })
const noSuchFile = refused(STATUS_CODE.NO_SUCH_FILE, "No such file")
const notAllowed = refused(STATUS_CODE.PERMISSION_DENIED, "Not allowed here")

/** Files that one session has open at most. */
const MOST_OPEN = 32
/** Requests of one session that aren't answered yet, or whose answers the client doesn't take. Clients send up to 64 or so. */
const MOST_PENDING = 512
/** What one answer holds of a file at most, whatever was asked for. */
const MOST_READ = 32 * 1024

const FOLDER_MODE = constants.S_IFDIR | 0o755
const FILE_MODE = constants.S_IFREG | 0o644

type Handle =
  | {
      readonly kind: "file"
      readonly file: FileHandle
      readonly path: string
      readonly writes: boolean
      readonly turn: Semaphore.Semaphore
    }
  | { readonly kind: "folder"; entries: ReadonlyArray<FileEntry> | null }

/** What a session needs to know of the fund whose account it is. */
export interface FundAccount {
  readonly slug: string
  readonly folders: FundFolders
  /** Names that are imported from its inbox. */
  readonly pattern: string | undefined
  /** What it may still upload; shared by all of the fund's sessions. */
  readonly space: AccountSpace
  /** Paths on this machine that somebody is writing to; shared by all of the fund's sessions. */
  readonly writing: Set<string>
  /** Something may be complete now. */
  readonly changed: () => void
}

const attempt = <A>(run: () => Promise<A>) =>
  Effect.tryPromise({
    try: run,
    catch: (error) =>
      Reflect.get(error as object, "code") === "ENOENT"
        ? noSuchFile
        : refused(STATUS_CODE.FAILURE, "The file can't be used")
  })

const attributes = (found: { readonly size: number; readonly mtimeMs: number }): Attributes => ({
  mode: FILE_MODE,
  uid: 0,
  gid: 0,
  size: found.size,
  atime: Math.floor(found.mtimeMs / 1000),
  mtime: Math.floor(found.mtimeMs / 1000)
})

const FOLDER: Attributes = { mode: FOLDER_MODE, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 }

const entry = (filename: string, attrs: Attributes): FileEntry => {
  const kind = attrs.mode === FOLDER_MODE ? "drwxr-xr-x" : "-rw-r--r--"
  const when = new Date(attrs.mtime * 1000).toISOString().slice(0, 10)
  return { filename, longname: `${kind} 1 fund fund ${attrs.size} ${when} ${filename}`, attrs }
}

/** The operations of one SFTP session: an inbox and an outbox without folders of the fund's own, links or ways out. */
export const sftpSession = ({ changed, folders, pattern, space, writing }: FundAccount) => {
  const handles = new Map<number, Handle>()
  let nextHandle = 0

  /** Where the files of a folder that the fund sees lie on this machine: whole ones first, then uploads. */
  const sources: Readonly<Record<Folder, ReadonlyArray<string>>> = {
    inbox: [folders.inbox, folders.arriving],
    test: [folders.test, folders.testArriving],
    outbox: [folders.outbox]
  }
  const [whole, arriving] = [
    { inbox: folders.inbox, test: folders.test },
    { inbox: folders.arriving, test: folders.testArriving }
  ]

  const locate = Effect.fnUntraced(function* (path: string) {
    const place = placeOf(path)
    if (place?.kind !== "file") return yield* noSuchFile
    for (const source of sources[place.folder]) {
      const at = join(source, place.name)
      const found = yield* Effect.option(attempt(() => stat(at)))
      if (found._tag === "Some" && found.value.isFile()) return { at, place, source, found: found.value }
    }
    return yield* noSuchFile
  })

  const register = (handle: Handle): Buffer => {
    const id = nextHandle++
    handles.set(id, handle)
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(id)
    return bytes
  }

  const handleOf = (bytes: Buffer): Handle | undefined =>
    bytes.length === 4 ? handles.get(bytes.readUInt32BE()) : undefined

  const fileOf = Effect.fnUntraced(function* (bytes: Buffer) {
    const handle = handleOf(bytes)
    return handle?.kind === "file" ? handle : yield* refused(STATUS_CODE.FAILURE, "No such handle")
  })

  /** Where a file that is uploaded under this name is written. */
  const uploadTo = Effect.fnUntraced(function* (place: Place | undefined) {
    if (place?.kind !== "file" || place.folder === "outbox" || isResult(place.name)) return yield* notAllowed
    const at = join(arriving[place.folder], place.name)
    if (writing.has(at)) return yield* refused(STATUS_CODE.FAILURE, "Another session writes this file")
    if (!(yield* space.enter(at))) {
      return yield* refused(STATUS_CODE.FAILURE, "There are too many files; remove some")
    }
    return at
  })

  const openFile = Effect.fnUntraced(function* (path: string, flags: number) {
    if (handles.size >= MOST_OPEN) return yield* refused(STATUS_CODE.FAILURE, "Too many open files")
    const writes = (flags & (OPEN_MODE.WRITE | OPEN_MODE.APPEND)) !== 0
    const at = writes ? yield* uploadTo(placeOf(path)) : (yield* locate(path)).at
    const mode = writes
      ? constants.O_RDWR | constants.O_CREAT | ((flags & OPEN_MODE.TRUNC) !== 0 ? constants.O_TRUNC : 0)
      : constants.O_RDONLY
    if (writes) writing.add(at)
    const file = yield* attempt(() => open(at, mode | constants.O_NOFOLLOW, 0o600)).pipe(
      Effect.onError(() => Effect.sync(() => doneWriting(at, writes)))
    )
    return register({ kind: "file", file, path: at, writes, turn: yield* Semaphore.make(1) })
  })

  const doneWriting = (at: string, writes: boolean): void => {
    if (!writes) return
    writing.delete(at)
    space.leave(at)
  }

  const closeHandle = (handle: Handle) =>
    handle.kind === "folder"
      ? Effect.void
      : handle.turn.withPermits(1)(
          Effect.ensuring(
            Effect.ignore(attempt(() => handle.file.close())),
            Effect.sync(() => {
              doneWriting(handle.path, handle.writes)
              if (handle.writes) changed()
            })
          )
        )

  const close = Effect.fnUntraced(function* (bytes: Buffer) {
    const handle = handleOf(bytes)
    if (handle === undefined) return yield* refused(STATUS_CODE.FAILURE, "No such handle")
    handles.delete(bytes.readUInt32BE())
    yield* closeHandle(handle)
  })

  const read = Effect.fnUntraced(function* (bytes: Buffer, offset: number, length: number) {
    const { file, turn } = yield* fileOf(bytes)
    const buffer = Buffer.alloc(Math.min(length, MOST_READ))
    const { bytesRead } = yield* turn.withPermits(1)(
      attempt(() => file.read(buffer, 0, buffer.length, offset))
    )
    return bytesRead === 0 ? yield* refused(STATUS_CODE.EOF, "End of file") : buffer.subarray(0, bytesRead)
  })

  const write = Effect.fnUntraced(function* (bytes: Buffer, offset: number, data: Buffer) {
    const { file, path, turn, writes } = yield* fileOf(bytes)
    if (!writes) return yield* notAllowed
    if (offset + data.length > LARGEST_FILE) {
      return yield* refused(STATUS_CODE.FAILURE, "The file is larger than 512 MiB")
    }
    if (!(yield* space.mayGrow(path, offset + data.length))) {
      return yield* refused(STATUS_CODE.FAILURE, "The inbox is full; remove files")
    }
    yield* turn.withPermits(1)(attempt(() => file.write(data, 0, data.length, offset)))
  })

  const attributesOf = Effect.fnUntraced(function* (path: string) {
    const place = placeOf(path)
    if (place === undefined) return yield* noSuchFile
    return place.kind === "file" ? attributes((yield* locate(path)).found) : FOLDER
  })

  const openFolder = Effect.fnUntraced(function* (path: string) {
    if (handles.size >= MOST_OPEN) return yield* refused(STATUS_CODE.FAILURE, "Too many open files")
    const place = placeOf(path)
    if (place === undefined || place.kind === "file") return yield* noSuchFile
    if (place.kind === "root") {
      return register({ kind: "folder", entries: [entry("inbox", FOLDER), entry("outbox", FOLDER)] })
    }
    const entries = new Map<string, FileEntry>()
    if (place.folder === "inbox") entries.set("test", entry("test", FOLDER))
    for (const source of sources[place.folder]) {
      for (const name of yield* attempt(() => readdir(source))) {
        if (place.folder === "outbox" && name.endsWith(".tmp")) continue
        const found = yield* Effect.option(attempt(() => stat(join(source, name))))
        if (found._tag === "Some" && !entries.has(name))
          entries.set(name, entry(name, attributes(found.value)))
      }
    }
    return register({ kind: "folder", entries: [...entries.values()] })
  })

  const readFolder = Effect.fnUntraced(function* (bytes: Buffer) {
    const handle = handleOf(bytes)
    if (handle?.kind !== "folder") return yield* refused(STATUS_CODE.FAILURE, "No such handle")
    const { entries } = handle
    handle.entries = null
    return entries === null || entries.length === 0
      ? yield* refused(STATUS_CODE.EOF, "End of folder")
      : entries
  })

  const remove = Effect.fnUntraced(function* (path: string) {
    const { at } = yield* locate(path)
    if (writing.has(at)) return yield* refused(STATUS_CODE.FAILURE, "Another session writes this file")
    yield* attempt(() => unlink(at))
  })

  /** Renaming an upload to a name that counts is how a fund says that it is whole. */
  const move = Effect.fnUntraced(function* (from: string, to: string) {
    const { at, place } = yield* locate(from)
    const target = placeOf(to)
    if (place.folder === "outbox" || target?.kind !== "file") return yield* notAllowed
    const { folder, name } = target
    if (folder === "outbox") return yield* notAllowed
    if (isResult(place.name) || isResult(name)) return yield* notAllowed
    if (writing.has(at)) return yield* refused(STATUS_CODE.FAILURE, "Close the file before it is renamed")
    const taken = yield* Effect.option(locate(to))
    if (taken._tag === "Some") return yield* refused(STATUS_CODE.FAILURE, "There is a file of this name")
    const goal = counts(name, pattern) ? whole : arriving
    yield* attempt(() => rename(at, join(goal[folder], name)))
    changed()
  })

  /** Closes what is open; an upload that was under way stays unfinished. */
  const end = Effect.suspend(() => {
    const open = [...handles.values()]
    handles.clear()
    return Effect.forEach(open, closeHandle, { discard: true })
  })

  /**
   * Serves the requests of a client; `run` runs each. `hangUp` ends the session of a client that asks and asks, and doesn't
   * take the answers: they would fill this machine's memory.
   */
  const serve = (sftp: SFTPWrapper, run: (request: Effect.Effect<void>) => void, hangUp: () => void) => {
    let running = 0
    /** Answers in a row that couldn't be sent at once. */
    let unsent = 0
    // ssh2 answers false for what it keeps back; its types say nothing of that.
    const note = (sent: unknown) => {
      unsent = sent === false ? unsent + 1 : 0
      if (unsent > MOST_PENDING) hangUp()
    }
    const answer = <A>(id: number, effect: Effect.Effect<A, Refused>, send: (value: A) => unknown) => {
      if (running >= MOST_PENDING || unsent > MOST_PENDING) return hangUp()
      running += 1
      const refuse = ({ status, words }: Refused) => Effect.sync(() => note(sftp.status(id, status, words)))
      const answered = Effect.map(effect, (value) => note(send(value)))
      run(
        Effect.ensuring(
          Effect.catchTag(answered, "Refused", refuse),
          Effect.sync(() => void (running -= 1))
        )
      )
    }
    const ok = (id: number) => () => sftp.status(id, STATUS_CODE.OK)
    const deny = (id: number) => answer(id, notAllowed, ok(id))
    const folderAttributes = (id: number, path: string) =>
      answer(id, attributesOf(path), (found) => sftp.attrs(id, found))
    sftp.on("OPEN", (id, path, flags) =>
      answer(id, openFile(path, flags), (handle) => sftp.handle(id, handle))
    )
    sftp.on("CLOSE", (id, handle) => answer(id, close(handle), ok(id)))
    sftp.on("READ", (id, handle, offset, length) =>
      answer(id, read(handle, offset, length), (data) => sftp.data(id, data))
    )
    sftp.on("WRITE", (id, handle, offset, data) => answer(id, write(handle, offset, data), ok(id)))
    sftp.on("STAT", folderAttributes)
    sftp.on("LSTAT", folderAttributes)
    sftp.on("FSTAT", (id, handle) =>
      answer(
        id,
        Effect.flatMap(fileOf(handle), ({ file }) => attempt(() => file.stat())),
        (found) => sftp.attrs(id, attributes(found))
      )
    )
    // Times and modes are the service's own; clients that want to set them are told that it was done.
    sftp.on("SETSTAT", (id) => answer(id, Effect.void, ok(id)))
    sftp.on("FSETSTAT", (id) => answer(id, Effect.void, ok(id)))
    sftp.on("OPENDIR", (id, path) => answer(id, openFolder(path), (handle) => sftp.handle(id, handle)))
    sftp.on("READDIR", (id, handle) =>
      answer(id, readFolder(handle), (entries) => sftp.name(id, [...entries]))
    )
    sftp.on("REMOVE", (id, path) => answer(id, remove(path), ok(id)))
    sftp.on("RENAME", (id, from, to) => answer(id, move(from, to), ok(id)))
    sftp.on("REALPATH", (id, path) => {
      const filename = normalised(path)
      answer(id, Effect.void, () => sftp.name(id, [{ filename, longname: filename, attrs: FOLDER }]))
    })
    sftp.on("MKDIR", deny)
    sftp.on("RMDIR", deny)
    sftp.on("SYMLINK", deny)
    sftp.on("READLINK", deny)
  }

  return { serve, end }
}
