/** Clients without a key that besiege an SFTP port on this machine: so many of each kind, until they are asked to end. */
import { connect, type Socket } from "node:net"
import { offerKey } from "@embedded-super/service/testing/sftp"
import process from "node:process"
import { newKeyPair } from "@embedded-super/rules/sftp/SftpSettings"

/** The account that a stranger tries to open: its public key is known to many, its private key isn't. */
interface Victim {
  readonly user: string
  readonly publicKey: string
}

type Kind = "silent" | "identified" | "reset" | "nonsense" | "wrong signature"

const IDENTIFICATION = "SSH-2.0-x\r\n"

/** The behaviour of each kind on an open connection; all keep their side open when the server ends the other. */
const kinds: Readonly<Record<Kind, (socket: Socket, victim: Victim, ownKey: string) => void>> = {
  silent: () => {},
  identified: (socket) => void socket.write(IDENTIFICATION),
  reset: (socket) => {
    socket.write(IDENTIFICATION)
    // After the server's own line: its side of the protocol has begun.
    socket.once("data", () => socket.resetAndDestroy())
  },
  nonsense: (socket) => void socket.write(`${IDENTIFICATION}${"\xff".repeat(40_000)}`),
  "wrong signature": (socket, victim, ownKey) => {
    const client = offerKey({ sock: socket, username: victim.user }, victim.publicKey, ownKey)
    client.on("ready", () => console.log("A stranger is in."))
  }
}

const [port, each, user = "", publicKey = ""] = process.argv.slice(2)
const ownKey = newKeyPair("stranger").private
/**
 * A client that lost its connection opens another after 4 to 8 seconds: about 150 a second of 1,000 clients at most.
 */
const pause = () => 4000 + Math.random() * 4000

const opened: Record<string, number> = {}
let waiting = 0
let isOver = false

/** Half of the clients have an address of their own, the others share one; none is the fund's, 127.0.0.1. */
const addressOf = (kind: number, nth: number) =>
  `127.0.${1 + kind}.${nth % 2 === 0 ? 1 + (Math.floor(nth / 2) % 250) : 254}`

const occupy = (kind: Kind, address: string, first: () => void) => {
  if (isOver) return
  const socket = connect({
    host: "127.0.0.1",
    port: Number(port),
    localAddress: address,
    allowHalfOpen: true
  })
  socket.on("error", () => {})
  socket.once("connect", () => {
    opened[kind] = (opened[kind] ?? 0) + 1
    first()
    kinds[kind](socket, { user, publicKey }, ownKey)
  })
  // It keeps its side open until it connects again.
  socket.once("end", () => setTimeout(() => socket.destroy(), pause()))
  socket.once("close", () => setTimeout(() => occupy(kind, address, () => {}), pause()))
  if (kind !== "wrong signature") socket.resume()
}

for (const [place, kind] of (Object.keys(kinds) as Array<Kind>).entries()) {
  opened[kind] = 0
  for (let nth = 0; nth < Number(each); nth += 1) {
    waiting += 1
    occupy(kind, addressOf(place, nth), () => {
      waiting -= 1
      if (waiting === 0) console.log("ready")
    })
  }
}

process.on("SIGTERM", () => {
  isOver = true
  console.log(`opened ${JSON.stringify(opened)}`)
  process.exit(0)
})
process.on("disconnect", () => process.exit(0))
