import { NEAR } from "../funds/calls/paydaySuper.ts"
import { LIMITS } from "../operations/troubles.ts"
import { counted } from "../platform/OperatorAnswer.ts"
import type { Need, Status } from "./Status.ts"

/** A timer's run that has been due for longer. Seconds. */
const TIMER_LATE = 10 * 60

/** The queue keeps runs for so long. A timer without one, that is due for longer, is of a version that is gone. Seconds. */
const RUNS_KEPT = 2 * 24 * 3600

/** Tax file numbers are destroyed hourly; a second run that misses one is a failure. Seconds. */
const NUMBERS_LATE = 2 * 3600

const FAILING: ReadonlySet<string | null> = new Set(["failing", "unreachable"])

const isGone = ({ lastEndedAt, lateSeconds }: Status["timers"][number]): boolean =>
  lastEndedAt === null && (lateSeconds ?? 0) > RUNS_KEPT

const minutes = (seconds: number): string => `${Math.floor(seconds / 60)} minutes`

const SERVES: ReadonlySet<string> = new Set(["serve", "serve-only"])
const WORKS: ReadonlySet<string> = new Set(["serve", "worker"])

/** A replica has no sessions of the processes, and a pooler may give them each other's names. */
const seesProcesses = ({ isReadOnly, pooler }: Status["database"]): boolean =>
  !isReadOnly && pooler === "none"

/** A kind of work in words. */
export const named = (kind: string): string => kind.replaceAll("_", " ")

const some = (isSo: boolean, need: string, remedy: string): ReadonlyArray<Need> =>
  isSo ? [{ need, remedy }] : []

/** A fund of the sandbox needs nobody, whatever it answers. A call that a process can't prepare is the service's own trouble. */
const real = <Of extends { readonly simulated: boolean }>(all: ReadonlyArray<Of>) =>
  all.filter(({ simulated }) => !simulated)

/** Everything of a status that a person has to look at, the most urgent first. */
export const needsOf = ({
  cleanUp,
  database,
  funds,
  lists,
  members,
  outgoing,
  processes,
  schema,
  timers,
  work
}: Omit<Status, "needs" | "isFine">): ReadonlyArray<Need> => [
  ...some(
    database.isReadOnly,
    "The database takes no changes.",
    "It is a standby, or closed to changes: point DATABASE_URL at the primary, or open it."
  ),
  ...some(
    schema.due.length > 0,
    `The schema lacks ${counted(schema.due.length, "migration")} of this program, from ${schema.due[0]} on.`,
    "Run `migrate`, or start a process of this version."
  ),
  ...some(
    schema.barring.length > 0,
    `The schema is of a newer version, which this program can't work beside: ${schema.barring.join(", ")}.`,
    "Run that version."
  ),
  ...some(
    schema.changed.length > 0,
    `The schema was made by other files than this program's: ${schema.changed.join(", ")}.`,
    "Run the version that last migrated the database, or a later release: no process of this version starts."
  ),
  ...some(
    outgoing.hold?.because === "restored",
    "All outgoing work is held: the database was restored, or isn't the one that was served last.",
    "`admin restore report`, then `admin restore accept`."
  ),
  ...some(
    seesProcesses(database) && !processes.some(({ role }) => SERVES.has(role)),
    "No `serve` is connected: no call is answered.",
    "Start one, or look why it ended: its log's last line says so."
  ),
  ...some(
    seesProcesses(database) && !processes.some(({ role }) => WORKS.has(role)),
    "No process does the background work: no `worker`, and no `serve` without --no-worker, is connected.",
    "Start one, or look why it ended: its log's last line says so."
  ),
  ...processes
    .filter(({ hasRetiredKey }) => hasRetiredKey)
    .map(({ host, pid, role }) => ({
      need: `The process ${role} ${pid} on ${host} seals under a master key that is retired.`,
      remedy:
        "Put the new key on the first line of its MASTER_KEY_FILE, restart it, then `admin master-key reseal`."
    })),
  ...work
    .filter(
      ({ dueSeconds, kind }) =>
        (dueSeconds ?? 0) > LIMITS.workDue && (outgoing.hold === null || kind === "audit_seals")
    )
    .map(({ dueSeconds, kind }) => ({
      need: `${named(kind)}: the oldest has been due for ${minutes(dueSeconds ?? 0)}.`,
      remedy:
        kind === "audit_seals"
          ? "Check that a `worker` runs, and what its log says; then `admin audit verify`."
          : "Check that a `worker` runs, and what its log says."
    })),
  ...some(
    timers.every(isGone),
    "No process has done background work on this database for two days.",
    "Start a `serve` or a `worker`."
  ),
  ...timers
    .filter((timer) => !isGone(timer) && (timer.isFailing || (timer.lateSeconds ?? 0) > TIMER_LATE))
    .map(({ isFailing, timer }) => ({
      need: isFailing ? `The timer "${timer}" fails.` : `The timer "${timer}" doesn't run.`,
      remedy: "Check that a `worker` runs, and what its log says."
    })),
  ...some(
    (cleanUp.taxFileNumbers.seconds ?? 0) > NUMBERS_LATE,
    `${counted(cleanUp.taxFileNumbers.count, "tax file number")} should have been destroyed.`,
    "Check that a `worker` runs, and what its log says."
  ),
  ...real(funds)
    .filter(({ stopped }) => stopped > 0)
    .map(({ slug, stopped }) => ({
      need: `${counted(stopped, "call")} to the fund ${slug} ${stopped === 1 ? "has" : "have"} stopped.`,
      remedy: `\`admin fund-calls list --stopped --fund ${slug}\``
    })),
  ...funds
    .filter(({ unprepared }) => unprepared > 0)
    .map(({ slug, unprepared }) => ({
      need: `${counted(unprepared, "call")} to the fund ${slug} can't be prepared: sealed in a newer form, or under a key that the processes lack.`,
      remedy: "End the upgrade, and give each process every line of the master key."
    })),
  ...real(funds)
    .filter(({ credentialsRefusedAt }) => credentialsRefusedAt !== null)
    .map(({ slug }) => ({
      need: `The fund ${slug} refuses its credentials.`,
      remedy: `\`admin fund credentials --fund ${slug}\``
    })),
  ...real(funds)
    .filter(({ heldBecause, heldUntil }) => heldUntil !== null && FAILING.has(heldBecause))
    .map(({ found, slug }) => ({
      need: `The fund ${slug} ${found === null ? "fails, or can't be reached" : `isn't called: ${found.replace(/\.$/, "")}`}.`,
      remedy: `Ask the fund. \`admin fund lift --fund ${slug}\` tries it at once.`
    })),
  ...real(lists).map(({ awaitsDecision, fund, staleFrom }) =>
    awaitsDecision || staleFrom === null
      ? {
          need: `A new employer list of the fund ${fund} awaits a decision.`,
          remedy: "`admin employer-list show`, then `override` or `refuse`."
        }
      : {
          need: `The employer list of the fund ${fund} matches nothing since ${staleFrom.toISOString()}.`,
          remedy: "Ask the fund for a new list."
        }
  ),
  ...some(
    members.past > 0,
    `${counted(members.past, "employee")} without a member number ${members.past === 1 ? "is" : "are"} past the Payday Super day.`,
    "`admin fund-calls without-number --within 0`"
  ),
  ...some(
    members.near > 0,
    `${counted(members.near, "employee")} without a member number ${members.near === 1 ? "reaches" : "reach"} the Payday Super day within ${NEAR} business days.`,
    `\`admin fund-calls without-number --within ${NEAR}\``
  )
]
