import type { Socket } from "node:net"

/** The first bytes of each connection that a balancer passes on with PROXY protocol, version 2. */
const SIGNATURE = Buffer.from([0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a])
const FIXED = 16
/** The longest header with addresses that is read; balancers add some hundred bytes of their own. */
const LONGEST = 2048

/** The address of the client, "own" for a balancer's check of its own, and undefined for another header. */
const clientIn = (fixed: Buffer, rest: Buffer): string | "own" | undefined => {
  const [command, family] = [fixed[12], (fixed[13] ?? 0) >> 4]
  if (command === 0x20) return "own"
  if (command !== 0x21) return undefined
  if (family === 1 && rest.length >= 12) return rest.subarray(0, 4).join(".")
  if (family !== 2 || rest.length < 36) return undefined
  return Array.from({ length: 8 }, (_, nth) => rest.readUInt16BE(nth * 2).toString(16)).join(":")
}

/**
 * Reads the header that a balancer puts before a connection (SFTP_PROXY_PROTOCOL), and then calls back with the client's
 * address. A connection without one, or with another one, is destroyed: everybody could name any address otherwise.
 */
export const readProxyHeader = (socket: Socket, passOn: (address: string) => void): void => {
  let fixed: Buffer | undefined
  const onReadable = (): void => {
    fixed ??= (socket.read(FIXED) as Buffer | null) ?? undefined
    if (fixed === undefined) return
    const length = fixed.readUInt16BE(14)
    if (!fixed.subarray(0, SIGNATURE.length).equals(SIGNATURE) || length > LONGEST)
      return void socket.destroy()
    const rest = length === 0 ? Buffer.alloc(0) : (socket.read(length) as Buffer | null)
    if (rest === null) return
    socket.off("readable", onReadable)
    const client = clientIn(fixed, rest)
    if (client === undefined || client === "own") return void socket.destroy()
    passOn(client)
  }
  socket.on("readable", onReadable)
}
