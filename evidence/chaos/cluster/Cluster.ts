/**
 * PostgreSQL with a synchronous replica under Patroni, behind HAProxy and PgBouncer: the programs of a production, on one
 * machine, with the files of the operators' guide. So the guide is tried with each run of this.
 *
 * The trap: a primary may be lost only while the cluster is `whole`. Two losses at once are two machines lost.
 */
import { freePorts } from "@embedded-super/program/freePorts"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Databases } from "../world/Server.ts"
import { until } from "../world/World.ts"
import { guideFile } from "./guideFiles.ts"
import { giveToDatabase, killTree, startAsDatabase, startBeside } from "./programs.ts"

/** One of the two machines of the database. */
interface Machine {
  readonly name: string
  readonly port: number
  readonly restPort: number
  readonly folder: string
  readonly config: string
}

interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
}

export interface Cluster extends Databases {
  /** The address of the database behind PgBouncer, for the service's role: that of the others is the owner's. */
  readonly pooled: Redacted.Redacted
  /** Waits until there are a primary, and a synchronous replica that has everything. */
  readonly whole: Effect.Effect<void>
  /** Kills PostgreSQL of the primary, while Patroni of that machine lives, and waits for another primary. */
  readonly crashPrimary: Effect.Effect<void>
  /** Kills everything on the primary's machine, waits for another primary, and starts the machine again. */
  readonly losePrimary: Effect.Effect<void>
}

/** The database in the guide, and the role of the service. */
const NAME = "embedded_super"
const OWNER = `${NAME}_owner`
const SUPERUSER = "postgres:one-secret"

/** A certificate for this machine, which is its own authority. */
const makeCertificate = (folder: string) => {
  const certificate = join(folder, "server.pem")
  const key = join(folder, "server.key")
  execFileSync(
    "openssl",
    [
      ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"],
      ...["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate]
    ],
    { stdio: "ignore" }
  )
  giveToDatabase(certificate, key)
  return { certificate, key }
}

const membersOf = async ({ restPort }: Machine): Promise<ReadonlyArray<Member>> => {
  try {
    const answer = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: AbortSignal.timeout(2000) })
    return (await answer.json()).members
  } catch {
    return []
  }
}

/** Makes the schema in the database at this address, as the role that owns it, for the service's role. */
export type Migrate = (url: Redacted.Redacted, grantTo: string) => Effect.Effect<void>

/** Starts everything in a folder; it ends with the scope. */
export const startCluster = Effect.fnUntraced(function* (folder: string, migrate: Migrate) {
  const scope = yield* Scope.Scope
  const [etcd = 0, peer = 0, balancer = 0, pooler = 0, ...ports] = yield* Effect.promise(() => freePorts(8))
  mkdirSync(folder, { recursive: true })
  giveToDatabase(folder)
  const { certificate, key } = makeCertificate(folder)
  const written = (name: string, text: string) => {
    const file = join(folder, name)
    writeFileSync(file, `${text}\n`, { mode: 0o600 })
    giveToDatabase(file)
    return file
  }

  yield* startBeside("etcd", [
    ...["--data-dir", join(folder, "etcd"), "--listen-client-urls", `http://127.0.0.1:${etcd}`],
    ...[
      "--advertise-client-urls",
      `http://127.0.0.1:${etcd}`,
      "--listen-peer-urls",
      `http://127.0.0.1:${peer}`
    ],
    ...["--initial-advertise-peer-urls", `http://127.0.0.1:${peer}`],
    ...["--initial-cluster", `default=http://127.0.0.1:${peer}`]
  ])

  const machines = [0, 1].map((nth): Machine => {
    const name = `db-${nth + 1}`
    const [port = 0, restPort = 0] = ports.slice(2 * nth)
    const data = join(folder, name)
    const text = guideFile("/etc/patroni/config.yml", [
      ["db-1.internal:2379,db-2.internal:2379,witness.internal:2379", `127.0.0.1:${etcd}`],
      ["0.0.0.0:8008", `127.0.0.1:${restPort}`],
      ["db-1.internal:8008", `127.0.0.1:${restPort}`],
      ["0.0.0.0:5432", `127.0.0.1:${port}`],
      ["db-1.internal:5432", `127.0.0.1:${port}`],
      ["name: db-1", `name: ${name}`],
      ["/var/lib/postgresql/15/embedded-super", data],
      ["/etc/postgresql/server.pem", certificate],
      ["/etc/postgresql/server.key", key],
      // The run itself looks at the primary without TLS; the service's way is through PgBouncer, which uses it.
      ["hostssl all all 10.0.0.0/24", "host all all 127.0.0.1/32"],
      ["10.0.0.0/24", "127.0.0.1/32"]
    ])
    return { name, port, restPort, folder: data, config: written(`${name}.yml`, text) }
  })
  const patronis = new Map<Machine, number>()
  const start = Effect.fnUntraced(function* (machine: Machine) {
    const { pid } = yield* Scope.provide(startAsDatabase("patroni", [machine.config]), scope)
    patronis.set(machine, pid)
  })
  yield* Effect.forEach(machines, start)

  const members = Effect.promise(async () => {
    for (const machine of machines) {
      const found = await membersOf(machine)
      if (found.length > 0) return found
    }
    return []
  })
  const isRunning = ({ state }: Member) => state === "running" || state === "streaming"
  /** Another than this one. */
  const hasPrimaryBut = (lost: Machine) =>
    Effect.map(members, (all) =>
      all.some(({ name, role, state }) => role === "leader" && state === "running" && name !== lost.name)
    )
  const whole = until(
    "a primary and a synchronous replica",
    Effect.map(members, (all) =>
      ["leader", "sync_standby"].every((wanted) => all.some((one) => one.role === wanted && isRunning(one)))
    ),
    120
  )
  const primary = Effect.map(members, (all) => {
    const leader = all.find(({ role }) => role === "leader")
    const found = machines.find(({ name }) => name === leader?.name)
    if (found === undefined) throw new Error("no machine is the primary")
    return found
  })
  const postmaster = ({ folder }: Machine) =>
    Number(readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n")[0])

  const balancerFile = guideFile("/etc/haproxy/haproxy.cfg", [
    ["127.0.0.1:5000", `127.0.0.1:${balancer}`],
    ...machines.map(
      ({ name, port, restPort }, nth) =>
        [
          `server ${name} 10.0.0.1${nth + 1}:5432 check port 8008`,
          `server ${name} 127.0.0.1:${port} check port ${restPort}`
        ] as const
    )
  ])
  yield* startBeside("haproxy", ["-db", "-f", written("haproxy.cfg", balancerFile)])
  const users = written("userlist.txt", guideFile("/etc/pgbouncer/userlist.txt", []))
  const poolerFile = guideFile("/etc/pgbouncer/pgbouncer.ini", [
    ["host=db.internal port=5000", `host=127.0.0.1 port=${balancer}`],
    ["listen_port = 6432", `listen_port = ${pooler}\nunix_socket_dir =`],
    ["/etc/pgbouncer/userlist.txt", users],
    ["/etc/embedded-super/database-ca.pem", certificate]
  ])
  yield* startAsDatabase("pgbouncer", [written("pgbouncer.ini", poolerFile)])

  const urlOf = (who: string, database: string, port: number) =>
    Redacted.make(`postgres://${who}@127.0.0.1:${port}/${database}`)
  const ask = (database: string, ...statements: ReadonlyArray<string>) =>
    Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(statements, (each) => sql.unsafe(each))).pipe(
      Effect.provide(PgClient.layer({ url: urlOf(SUPERUSER, database, balancer), maxConnections: 1 })),
      Effect.scoped
    )
  const isBalanced = Effect.match(ask("postgres", "SELECT 1"), {
    onFailure: () => false,
    onSuccess: () => true
  })
  const url = (database: string, port = balancer) => urlOf(`${OWNER}:secret`, database, port)
  yield* whole
  yield* until("HAProxy leads to the primary", isBalanced)
  yield* ask(
    "postgres",
    ...[OWNER, NAME].map((role) => `CREATE ROLE ${role} LOGIN PASSWORD 'secret'`),
    ...[
      "statement_timeout = '10s'",
      "lock_timeout = '5s'",
      "idle_in_transaction_session_timeout = '10s'"
    ].map((limit) => `ALTER ROLE ${NAME} SET ${limit}`)
  )

  const cluster: Cluster = {
    port: balancer,
    url,
    pooled: urlOf(`${NAME}:secret`, NAME, pooler),
    newDatabase: (name) =>
      ask("postgres", `CREATE DATABASE ${name} OWNER ${OWNER}`).pipe(
        Effect.orDie,
        Effect.andThen(migrate(url(name), NAME))
      ),
    whole,
    crashPrimary: Effect.gen(function* () {
      const machine = yield* primary
      yield* killTree(postmaster(machine))
      yield* until("another primary", hasPrimaryBut(machine))
    }),
    losePrimary: Effect.gen(function* () {
      const machine = yield* primary
      yield* killTree(patronis.get(machine) ?? -1)
      yield* killTree(postmaster(machine))
      yield* until("another primary", hasPrimaryBut(machine))
      yield* start(machine)
    })
  }
  return cluster
})
