/** Preloaded with `--import`: makes any later connection, name lookup or datagram fail with an error. */
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
