import type { Socket } from "node:net"
import { offerKey } from "@embedded-super/service/testing/sftp"

/** The account that a stranger tries to open: its public key is known to many, its private key isn't. */
export interface Victim {
  readonly user: string
  readonly publicKey: string
}

export type Kind = "silent" | "identified" | "reset" | "nonsense" | "wrong signature"

const IDENTIFICATION = "SSH-2.0-x\r\n"

/** The behaviour of each kind on an open connection; all keep their side open when the server ends the other. */
export const kinds: Readonly<Record<Kind, (socket: Socket, victim: Victim, ownKey: string) => void>> = {
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
