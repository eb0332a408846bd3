/** Preloaded with `--import`: whatever then opens a connection, looks a name up or sends a datagram fails loudly. */
import dgram from "node:dgram"
import dns from "node:dns"
import net from "node:net"

const refuse = (): never => {
  throw new Error("The network was used")
}

Object.assign(net.Socket.prototype, { connect: refuse })
Object.assign(dgram.Socket.prototype, { send: refuse, connect: refuse })
Object.assign(dns, { lookup: refuse, resolve: refuse })
Object.assign(dns.promises, { lookup: refuse, resolve: refuse })
