import { constants } from "node:fs"
import ssh2, { type Attributes, type FileEntry } from "ssh2"
import { normalised, type Place, placeOf } from "./folders.ts"
import { isResult } from "@embedded-super/rules/employer-list/fileNames"

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp

/**
 * The protocol of one SFTP session: (state, message) -> (state, commands). It tracks the handles and the limits, and
 * checks each request against them. Requests to the disk go out as commands, and their results come back as messages.
 * `SftpSession` runs it between ssh2 and `SftpDisk`.
 *
 * The traps: clients send requests without waiting for answers (lftp, paramiko), so the disk gets one request after the
 * other, in the order received: a CLOSE before its WRITEs would leave the file empty (filexfer-02, 4.1). A client that
 * sends faster than the disk is held back. One that doesn't read the answers would fill this machine's memory, so it
 * is disconnected when too much waits, or after too long; holding it back would also hold back its notice that it reads
 * again.
 */
export interface State {
  readonly handles: ReadonlyMap<number, Handle>
  readonly nextHandle: number
  /** The requests that wait for the disk, in the order received; the first is under way unless the client is slow to read. */
  readonly queue: ReadonlyArray<Queued>
  /** The first of the queue is under way. */
  readonly isBusy: boolean
  /** Unanswered requests. */
  readonly pending: number
  /** Bytes of the writes in the queue. */
  readonly bytes: number
  /** The client is held back. */
  readonly isHeld: boolean
  /** Consecutive answers that couldn't be sent at once. */
  readonly unsent: number
  readonly isEnded: boolean
}

type Handle =
  /** `file` is the disk's id of the open file. */
  | { readonly kind: "file"; readonly file: number; readonly writes: boolean }
  /** Null after they were read. */
  | { readonly kind: "folder"; readonly entries: ReadonlyArray<FileEntry> | null }

/** A request to the disk; without an id when no client waits for its answer. */
interface Queued {
  readonly id: number | undefined
  readonly request: DiskRequest
}

export const START: State = {
  handles: new Map(),
  nextHandle: 0,
  queue: [],
  isBusy: false,
  pending: 0,
  bytes: 0,
  isHeld: false,
  unsent: 0,
  isEnded: false
}

/** The most files and folders that one session may have open, or asks to open. */
const MOST_OPEN = 32
/** With so many unanswered requests the client is held back until half of them are answered. */
const MOST_PENDING = 64
/** With so many bytes of writes in the queue too, until half of them are stored. */
const MOST_QUEUED = 2 * 1024 * 1024
/** The most unanswered requests of a client that is slow to read; paramiko asks for 512 MiB at once with so many. */
const MOST_UNREAD_REQUESTS = 16_384
/** The most bytes of its writes: a client that reads meanwhile has less on its way. */
const MOST_UNREAD_BYTES = 8 * 1024 * 1024
/** The most answers that wait for a client to read. */
const MOST_UNSENT = 512
/** The most bytes of a file in one answer, however many were requested. */
const MOST_READ = 32 * 1024
/** The longest path that is answered with itself. */
const LONGEST_PATH = 1024

export type Request =
  | { readonly kind: "open"; readonly path: string; readonly flags: number }
  | { readonly kind: "close"; readonly handle: Buffer }
  | { readonly kind: "read"; readonly handle: Buffer; readonly offset: number; readonly length: number }
  | { readonly kind: "write"; readonly handle: Buffer; readonly offset: number; readonly data: Buffer }
  | { readonly kind: "stat" | "open folder" | "remove" | "real path"; readonly path: string }
  | { readonly kind: "stat open" | "read folder"; readonly handle: Buffer }
  | { readonly kind: "rename"; readonly from: string; readonly to: string }
  | { readonly kind: "resize"; readonly path: string; readonly size: number }
  | { readonly kind: "resize open"; readonly handle: Buffer; readonly size: number }
  /** The service sets times and modes itself. Clients that set them get a success. */
  | { readonly kind: "set attributes" }
  | { readonly kind: "what no fund may do" }
  /** A request that isn't of version 3 of the protocol. */
  | { readonly kind: "extension"; readonly name: string }

export type FilePlace = Extract<Place, { kind: "file" }>

/** A request to the disk. */
export type DiskRequest =
  | { readonly kind: "open to read" | "stat" | "remove"; readonly place: FilePlace }
  | { readonly kind: "open to write"; readonly place: FilePlace; readonly mode: number }
  | { readonly kind: "read"; readonly file: number; readonly offset: number; readonly length: number }
  | { readonly kind: "write"; readonly file: number; readonly offset: number; readonly data: Buffer }
  | { readonly kind: "resize"; readonly place: FilePlace; readonly size: number }
  | { readonly kind: "resize open"; readonly file: number; readonly size: number }
  | { readonly kind: "stat open" | "close"; readonly file: number }
  /** Close a file that the client has left open: an upload stays unfinished. */
  | { readonly kind: "abandon"; readonly file: number }
  | { readonly kind: "list"; readonly folder: Extract<Place, { kind: "folder" }>["folder"] }
  | { readonly kind: "rename"; readonly place: FilePlace; readonly target: Place | undefined }

/** The disk's result. */
export type Done =
  | { readonly kind: "opened"; readonly file: number; readonly writes: boolean }
  | { readonly kind: "listed"; readonly entries: ReadonlyArray<FileEntry> }
  | { readonly kind: "data"; readonly data: Buffer }
  | { readonly kind: "attributes"; readonly attributes: Attributes }
  | { readonly kind: "done" }
  | Refusal

/** Why a request is refused; the words go to the fund's client. */
export interface Refusal {
  readonly kind: "refused"
  readonly status: number
  readonly words: string
}

/** The answer to a client. */
export type Answer =
  | Exclude<Done, { readonly kind: "opened" | "listed" }>
  | { readonly kind: "handle"; readonly handle: Buffer }
  | { readonly kind: "entries"; readonly entries: ReadonlyArray<FileEntry> }

export type Message =
  | { readonly kind: "requested"; readonly id: number; readonly request: Request }
  /** The result of the request that is under way. */
  | { readonly kind: "did"; readonly done: Done }
  /** ssh2 got an answer, and sent it at once or buffered it. */
  | { readonly kind: "sent"; readonly atOnce: boolean }
  /** The client has read what ssh2 had buffered. */
  | { readonly kind: "read" }
  /** The client hasn't read it in time. */
  | { readonly kind: "late" }
  | { readonly kind: "end" }

export type Command =
  | { readonly kind: "disk"; readonly request: DiskRequest }
  | { readonly kind: "answer"; readonly id: number; readonly answer: Answer }
  /** Read no more of the client's requests, until "release". */
  | { readonly kind: "hold" | "release" }
  /** Send the message "read" when the client has read, or "late". */
  | { readonly kind: "await reader" }
  | { readonly kind: "hang up" }

type Step = readonly [State, ReadonlyArray<Command>]

export const refusal = (status: number, words: string): Refusal => ({ kind: "refused", status, words })
export const noSuchFile = refusal(STATUS_CODE.NO_SUCH_FILE, "No such file")
export const failure = (words: string) => refusal(STATUS_CODE.FAILURE, words)
const notAllowed = refusal(STATUS_CODE.PERMISSION_DENIED, "Not allowed here")
const noSuchHandle = failure("No such handle")
const tooManyOpen = failure("Too many open files")
const noPosixRename = refusal(
  STATUS_CODE.OP_UNSUPPORTED,
  "A rename that replaces a file isn't supported. Use SSH_FXP_RENAME, the plain rename"
)
const noExtension = refusal(STATUS_CODE.OP_UNSUPPORTED, "Extensions of SFTP version 3 aren't supported")
const DONE = { kind: "done" } as const

export const FOLDER: Attributes = { mode: 0o040_755, uid: 0, gid: 0, size: 0, atime: 0, mtime: 0 }

export const entry = (filename: string, attrs: Attributes): FileEntry => {
  const kind = attrs.mode === FOLDER.mode ? "drwxr-xr-x" : "-rw-r--r--"
  const when = new Date(attrs.mtime * 1000).toISOString().slice(0, 10)
  return { filename, longname: `${kind} 1 fund fund ${attrs.size} ${when} ${filename}`, attrs }
}

/** Why a file may not be moved there. A fund marks an upload as complete by renaming it to an agreed name. */
export const renameRefusal = (place: FilePlace, target: Place | undefined): Refusal | undefined => {
  if (place.folder === "outbox" || target?.kind !== "file" || target.folder === "outbox") return notAllowed
  // mutant (employer-lists/sftp/results): a result isn't forged by a rename: drop `|| isResult(target.name)`
  return isResult(place.name) || isResult(target.name) ? notAllowed : undefined
}

const bytesOf = (handle: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(handle)
  return bytes
}

const idOf = (bytes: Buffer): number => (bytes.length === 4 ? bytes.readUInt32BE() : -1)

const fileOf = ({ handles }: State, bytes: Buffer) => {
  const handle = handles.get(idOf(bytes))
  return handle?.kind === "file" ? handle : undefined
}

const withHandle = (state: State, handle: Handle): readonly [State, Answer] => [
  {
    ...state,
    nextHandle: state.nextHandle + 1,
    handles: new Map(state.handles).set(state.nextHandle, handle)
  },
  { kind: "handle", handle: bytesOf(state.nextHandle) }
]

/** A request is either answered directly or passed to the disk. */
type Judged =
  | { readonly answer: Answer; readonly state?: State }
  | { readonly disk: DiskRequest; readonly state?: State }

const refuse = (answer: Refusal): Judged => ({ answer })

const hasMostOpen = ({ handles, queue }: State): boolean => {
  const opening = queue.filter(({ request }) => request.kind.startsWith("open") || request.kind === "list")
  return handles.size + opening.length >= MOST_OPEN
}

const mayWrite = (place: Place | undefined): place is FilePlace =>
  place?.kind === "file" && place.folder !== "outbox" && !isResult(place.name)

/** How a file is opened to be written, as OpenSSH's server does (`flags_from_portable`): READ is given in any case. */
const modeOf = (flags: number): number =>
  constants.O_RDWR |
  ((flags & OPEN_MODE.APPEND) === 0 ? 0 : constants.O_APPEND) |
  ((flags & OPEN_MODE.CREAT) === 0 ? 0 : constants.O_CREAT) |
  ((flags & OPEN_MODE.TRUNC) === 0 ? 0 : constants.O_TRUNC) |
  ((flags & OPEN_MODE.EXCL) === 0 ? 0 : constants.O_EXCL)

/** The flags of a client that writes. */
const CHANGES = OPEN_MODE.APPEND | OPEN_MODE.CREAT | OPEN_MODE.TRUNC | OPEN_MODE.EXCL

const judgeOpen = (state: State, path: string, flags: number): Judged => {
  if (hasMostOpen(state)) return refuse(tooManyOpen)
  const place = placeOf(path)
  if ((flags & (OPEN_MODE.WRITE | CHANGES)) === 0) {
    return place?.kind === "file" ? { disk: { kind: "open to read", place } } : refuse(noSuchFile)
  }
  if ((flags & OPEN_MODE.WRITE) === 0 || !mayWrite(place)) return refuse(notAllowed)
  return { disk: { kind: "open to write", place, mode: modeOf(flags) } }
}

const judgeClose = (state: State, bytes: Buffer): Judged => {
  const handle = state.handles.get(idOf(bytes))
  if (handle === undefined) return refuse(noSuchHandle)
  const handles = new Map(state.handles)
  handles.delete(idOf(bytes))
  const closed = { ...state, handles }
  return handle.kind === "folder"
    ? { answer: DONE, state: closed }
    : { disk: { kind: "close", file: handle.file }, state: closed }
}

const judgeOpenFolder = (state: State, path: string): Judged => {
  if (hasMostOpen(state)) return refuse(tooManyOpen)
  const place = placeOf(path)
  if (place === undefined || place.kind === "file") return refuse(noSuchFile)
  if (place.kind === "folder") return { disk: { kind: "list", folder: place.folder } }
  const entries = [entry("inbox", FOLDER), entry("outbox", FOLDER)]
  const [opened, answer] = withHandle(state, { kind: "folder", entries })
  return { answer, state: opened }
}

const judgeReadFolder = (state: State, bytes: Buffer): Judged => {
  const handle = state.handles.get(idOf(bytes))
  if (handle?.kind !== "folder") return refuse(noSuchHandle)
  const { entries } = handle
  if (entries === null || entries.length === 0) return refuse(refusal(STATUS_CODE.EOF, "End of folder"))
  const handles = new Map(state.handles).set(idOf(bytes), { kind: "folder", entries: null })
  return { answer: { kind: "entries", entries }, state: { ...state, handles } }
}

/** Judges a request; the cases are in the order of the type `Request`. */
const judge = (state: State, request: Request): Judged => {
  switch (request.kind) {
    case "open":
      return judgeOpen(state, request.path, request.flags)
    case "close":
      return judgeClose(state, request.handle)
    case "read": {
      const handle = fileOf(state, request.handle)
      if (handle === undefined) return refuse(noSuchHandle)
      const length = Math.min(request.length, MOST_READ)
      return { disk: { kind: "read", file: handle.file, offset: request.offset, length } }
    }
    case "write": {
      const handle = fileOf(state, request.handle)
      if (handle === undefined) return refuse(noSuchHandle)
      if (!handle.writes) return refuse(notAllowed)
      const { data, offset } = request
      return { disk: { kind: "write", file: handle.file, offset, data } }
    }
    case "stat": {
      const place = placeOf(request.path)
      if (place === undefined) return refuse(noSuchFile)
      return place.kind === "file"
        ? { disk: { kind: "stat", place } }
        : { answer: { kind: "attributes", attributes: FOLDER } }
    }
    case "stat open": {
      const handle = fileOf(state, request.handle)
      return handle === undefined ? refuse(noSuchHandle) : { disk: { kind: "stat open", file: handle.file } }
    }
    case "resize": {
      const { size } = request
      const place = placeOf(request.path)
      if (place === undefined) return refuse(noSuchFile)
      return mayWrite(place) ? { disk: { kind: "resize", place, size } } : refuse(notAllowed)
    }
    case "resize open": {
      const handle = fileOf(state, request.handle)
      if (handle === undefined) return refuse(noSuchHandle)
      if (!handle.writes) return refuse(notAllowed)
      return { disk: { kind: "resize open", file: handle.file, size: request.size } }
    }
    case "set attributes":
      return { answer: DONE }
    case "open folder":
      return judgeOpenFolder(state, request.path)
    case "read folder":
      return judgeReadFolder(state, request.handle)
    case "remove": {
      const place = placeOf(request.path)
      return place?.kind === "file" ? { disk: { kind: "remove", place } } : refuse(noSuchFile)
    }
    case "rename": {
      const place = placeOf(request.from)
      if (place?.kind !== "file") return refuse(noSuchFile)
      return { disk: { kind: "rename", place, target: placeOf(request.to) } }
    }
    case "real path": {
      if (request.path.length > LONGEST_PATH) return refuse(noSuchFile)
      const filename = normalised(request.path)
      return { answer: { kind: "entries", entries: [{ filename, longname: filename, attrs: FOLDER }] } }
    }
    case "what no fund may do":
      return refuse(notAllowed)
    case "extension":
      return refuse(request.name === "posix-rename@openssh.com" ? noPosixRename : noExtension)
  }
}

/** The next request to the disk, if none is under way and the client reads. */
const goOn = (state: State, commands: ReadonlyArray<Command>): Step => {
  const [next] = state.queue
  if (next === undefined || state.isBusy || (state.unsent > 0 && !state.isEnded)) return [state, commands]
  return [{ ...state, isBusy: true }, [...commands, { kind: "disk", request: next.request }]]
}

/** Holds the client back, or no longer. A client that is slow to read isn't held: its notices must arrive. */
const throttle = (state: State, commands: ReadonlyArray<Command>): Step => {
  const part = state.isHeld ? 0.5 : 1
  const isMuch = state.pending >= MOST_PENDING * part || state.bytes >= MOST_QUEUED * part
  const isHeld = state.unsent === 0 && isMuch
  if (isHeld === state.isHeld) return [state, commands]
  return [{ ...state, isHeld }, [...commands, { kind: isHeld ? "hold" : "release" }]]
}

const bytesIn = (request: DiskRequest): number => (request.kind === "write" ? request.data.length : 0)

const requested = (before: State, id: number, request: Request): Step => {
  if (before.isEnded) return [before, []]
  const isMost = before.pending >= MOST_UNREAD_REQUESTS || before.bytes >= MOST_UNREAD_BYTES
  if (before.unsent > 0 && isMost) return [before, [{ kind: "hang up" }]]
  const judged = judge(before, request)
  const state = { ...(judged.state ?? before), pending: before.pending + 1 }
  if (!("disk" in judged)) return [state, [{ kind: "answer", id, answer: judged.answer }]]
  const queue = [...state.queue, { id, request: judged.disk }]
  const [queued, commands] = goOn({ ...state, queue, bytes: state.bytes + bytesIn(judged.disk) }, [])
  return throttle(queued, commands)
}

const answerTo = (state: State, done: Done): readonly [State, Answer] => {
  if (done.kind === "opened") return withHandle(state, { kind: "file", file: done.file, writes: done.writes })
  return done.kind === "listed" ? withHandle(state, { kind: "folder", entries: done.entries }) : [state, done]
}

const did = (before: State, done: Done): Step => {
  const [first] = before.queue
  const queue = before.queue.slice(1)
  const bytes = before.bytes - (first === undefined ? 0 : bytesIn(first.request))
  const state = { ...before, queue, bytes, isBusy: false }
  if (state.isEnded && done.kind === "opened")
    return goOn({ ...state, queue: [...queue, abandoning(done.file)] }, [])
  if (first?.id === undefined) return goOn(state, [])
  const [answered, answer] = answerTo(state, done)
  return goOn(answered, [{ kind: "answer", id: first.id, answer }])
}

const abandoning = (file: number): Queued => ({ id: undefined, request: { kind: "abandon", file } })

const sent = (state: State, atOnce: boolean): Step => {
  const pending = state.pending - 1
  if (atOnce) return throttle({ ...state, pending }, [])
  const unsent = state.unsent + 1
  if (unsent > MOST_UNSENT) return [{ ...state, pending, unsent }, [{ kind: "hang up" }]]
  return throttle({ ...state, pending, unsent }, unsent === 1 ? [{ kind: "await reader" }] : [])
}

export const step = (state: State, message: Message): Step => {
  switch (message.kind) {
    case "requested":
      return requested(state, message.id, message.request)
    case "did":
      return did(state, message.done)
    case "sent":
      return sent(state, message.atOnce)
    case "read": {
      const [reading, commands] = goOn({ ...state, unsent: 0 }, [])
      return throttle(reading, commands)
    }
    case "late":
      return [state, [{ kind: "hang up" }]]
    case "end": {
      const left = [...state.handles.values()].flatMap((handle) =>
        handle.kind === "file" ? [abandoning(handle.file)] : []
      )
      return goOn({ ...state, handles: new Map(), queue: [...state.queue, ...left], isEnded: true }, [])
    }
  }
}
