/**
 * Stands between the service and PostgreSQL, in a process of its own, and counts what the service sends: statements
 * (BEGIN and COMMIT included) and round trips. The first message of its parent is PostgreSQL's port, and is answered
 * with the proxy's; each later one is answered with the counts since.
 *
 * pg_stat_statements can't count these: of BEGIN and COMMIT that are prepared it notices only the first execution on
 * each connection.
 */
import { type AddressInfo, connect, createServer } from "node:net"
import process from "node:process"
import { clientMessages } from "./wire.ts"

/** What was sent since the last question. */
export interface Sent {
  readonly statements: number
  readonly roundTrips: number
}

let statements = 0
let roundTrips = 0

const counter = () =>
  clientMessages((letter) => {
    if (letter === "E" || letter === "Q") statements += 1
    if (letter === "S" || letter === "Q") roundTrips += 1
  })

const listen = (postgres: number): void => {
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ host: "127.0.0.1", port: postgres, noDelay: true })
    const count = counter()
    client.on("data", count)
    client.pipe(upstream).pipe(client)
    client.on("error", () => upstream.destroy())
    upstream.on("error", () => client.destroy())
  })
  server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }))
}

process.once("message", ({ postgres }: { readonly postgres: number }) => {
  listen(postgres)
  process.on("message", () => {
    process.send?.({ statements, roundTrips } satisfies Sent)
    statements = 0
    roundTrips = 0
  })
})
process.on("disconnect", () => process.exit(0))
