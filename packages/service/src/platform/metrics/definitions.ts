/**
 * Metrics: the figures that `/metrics` of the operations port shows. `definitions` lists all of them; `counting` raises those
 * that this process counts, `processMeasures` reads those of the process, and `src/operations` those of the database.
 *
 * Why a table: the alert rules, the dashboard and the guide for operators name metrics and labels. Tests compare them with it.
 *
 * The trap: Prometheus keeps each combination of labels as a series of its own, for weeks, and shows it to whoever may look at
 * the dashboard. So a label has few values, all of them known: names of this code, or slugs of funds, which the operator loads.
 * Never an id, never the name of a partner or a product, never a text that came from outside.
 */

interface Definition {
  readonly type: "counter" | "gauge" | "histogram"
  readonly labels: ReadonlyArray<string>
  readonly description: string
  /** Of a histogram: the upper bounds of its buckets. */
  readonly bounds?: ReadonlyArray<number>
}

/** `fund` is a slug; `mode` is `live` or, for sandboxed products and simulated funds, `simulated`. */
const FUND = ["fund", "mode"] as const

/** For what a caller waits for, in seconds. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Counted by this process, from its start on. */
const counted = {
  embedded_super_http_requests_total: {
    type: "counter",
    labels: ["operation", "status"],
    description: "Answered requests, by operation and class of the status (2xx to 5xx)"
  },
  embedded_super_http_request_duration_seconds: {
    type: "histogram",
    labels: ["operation"],
    description: "Time from a request to its answer",
    bounds: SECONDS
  },
  embedded_super_webhook_attempts_total: {
    type: "counter",
    labels: ["outcome"],
    description: "Attempts to deliver a webhook, by outcome"
  },
  embedded_super_webhook_attempt_duration_seconds: {
    type: "histogram",
    labels: [],
    description: "Time that an attempt to deliver a webhook took",
    bounds: SECONDS
  },
  embedded_super_fund_calls_total: {
    type: "counter",
    labels: [...FUND, "operation", "outcome"],
    description: "Calls to funds, by operation and outcome"
  },
  embedded_super_fund_call_duration_seconds: {
    type: "histogram",
    labels: [...FUND, "operation"],
    description: "Time that a call to a fund took",
    bounds: SECONDS
  },
  embedded_super_list_imports_total: {
    type: "counter",
    labels: [...FUND, "outcome"],
    description: "Employer lists that were read, by outcome"
  },
  embedded_super_emails_total: {
    type: "counter",
    labels: ["outcome"],
    description: "E-mails to technical contacts, by outcome: sent or failed"
  },
  embedded_super_jobs_total: {
    type: "counter",
    labels: ["queue", "outcome"],
    description: "Background jobs that were taken, by queue and outcome"
  },
  embedded_super_loop_failures_total: {
    type: "counter",
    labels: ["loop"],
    description: "Failures of a background loop, each followed by its restart"
  }
} as const satisfies Readonly<Record<string, Definition>>

/** Read of this process when it is asked. */
const ofProcess = {
  embedded_super_build_info: {
    type: "gauge",
    labels: ["version", "node", "command"],
    description: "1: the version of the service and of Node, and the command of this process"
  },
  embedded_super_ready: {
    type: "gauge",
    labels: [],
    description: "1 if /ready answers 200, otherwise 0"
  },
  embedded_super_event_loop_delay_seconds: {
    type: "gauge",
    labels: ["quantile"],
    description: "How late the event loop's timers were since the last scrape"
  },
  embedded_super_heap_bytes: {
    type: "gauge",
    labels: ["kind"],
    description: "The JavaScript heap: used, and its limit"
  },
  process_resident_memory_bytes: { type: "gauge", labels: [], description: "Resident memory" },
  process_cpu_seconds_total: { type: "counter", labels: [], description: "CPU time, user and system" },
  process_start_time_seconds: {
    type: "gauge",
    labels: [],
    description: "When the process started, in seconds since 1970"
  }
} as const satisfies Readonly<Record<string, Definition>>

/** Read from the database when it is asked: the same in every process over one database. */
const ofDatabase = {
  embedded_super_database_up: {
    type: "gauge",
    labels: [],
    description: "1 if the database answered within two seconds, otherwise 0"
  },
  embedded_super_database_read_only: {
    type: "gauge",
    labels: [],
    description: "1 if the database takes no changes"
  },
  embedded_super_database_answer_seconds: {
    type: "gauge",
    labels: [],
    description: "Time to get a connection of the pool, and an answer on it"
  },
  embedded_super_database_clock_offset_seconds: {
    type: "gauge",
    labels: [],
    description: "The database's clock minus this machine's"
  },
  embedded_super_database_connections: {
    type: "gauge",
    labels: ["state"],
    description: "Connections of all processes to this database, by PostgreSQL's state"
  },
  embedded_super_database_pool_size: {
    type: "gauge",
    labels: [],
    description: "The most connections that this process opens (DATABASE_POOL)"
  },
  embedded_super_unmeasured: {
    type: "gauge",
    labels: ["part"],
    description: "1 if this part of the figures below couldn't be read in time, otherwise 0"
  },
  embedded_super_outgoing_held: {
    type: "gauge",
    labels: ["because"],
    description: "1 if this process sends nothing: switched off, a restored database, or an operator's hold"
  },
  embedded_super_work_waiting: {
    type: "gauge",
    labels: ["kind"],
    description: "Work that waits, due or not, by kind; webhooks are counted up to 100,000"
  },
  embedded_super_work_oldest_due_seconds: {
    type: "gauge",
    labels: ["kind"],
    description: "How long the oldest work is due that could be done now, by kind; 0 if there is none"
  },
  embedded_super_webhook_addresses: {
    type: "gauge",
    labels: ["mode", "status", "because"],
    description: "Webhook addresses by status; because: why they are paused"
  },
  embedded_super_webhook_longest_outage_seconds: {
    type: "gauge",
    labels: ["mode"],
    description: "How long the address that fails longest has accepted no webhook; paused ones don't count"
  },
  embedded_super_fund_state: {
    type: "gauge",
    labels: [...FUND, "state"],
    description:
      "1 for the state in which calls to a fund are now; half_open: the next call tries whether it is back"
  },
  embedded_super_fund_breaker_openings: {
    type: "gauge",
    labels: FUND,
    description: "How often in a row the circuit breaker of a fund opened; 0 while it is closed"
  },
  embedded_super_fund_calls: {
    type: "gauge",
    labels: [...FUND, "operation", "state", "because"],
    description: "Calls to funds that wait or have stopped; because: the outcome of the last attempt"
  },
  embedded_super_list_age_seconds: {
    type: "gauge",
    labels: FUND,
    description: "Age of a fund's newest accepted employer list"
  },
  embedded_super_list_max_age_seconds: {
    type: "gauge",
    labels: FUND,
    description: "The age at which a fund's employer list goes stale, and matches nothing"
  },
  embedded_super_lists_to_decide: {
    type: "gauge",
    labels: FUND,
    description: "Employer lists that wait for an operator's decision: held, or too early"
  },
  embedded_super_members_without_number: {
    type: "gauge",
    labels: FUND,
    description: "Employees who joined a fund that hasn't given their member number yet"
  },
  embedded_super_members_past_payday_super: {
    type: "gauge",
    labels: FUND,
    description: "Those of them whose Payday Super day has passed: 20 weekdays after the confirmation"
  },
  embedded_super_payday_super_days_left: {
    type: "gauge",
    labels: FUND,
    description: "Weekdays that the first of them has left; negative once its day has passed"
  }
} as const satisfies Readonly<Record<string, Definition>>

/** Every metric, by its name. */
export const definitions = { ...counted, ...ofProcess, ...ofDatabase }

export type MetricName = keyof typeof definitions

type OfType<Type extends Definition["type"]> = {
  [Name in MetricName]: (typeof definitions)[Name]["type"] extends Type ? Name : never
}[MetricName]

export type CounterName = OfType<"counter">
export type HistogramName = OfType<"histogram">

/** The value of each label of a metric. */
export type LabelsOf<Name extends MetricName> = {
  readonly [Label in (typeof definitions)[Name]["labels"][number]]: string
}

/** A figure that was read. */
export type Measure = {
  [Name in MetricName]: { readonly name: Name; readonly labels: LabelsOf<Name>; readonly value: number }
}[MetricName]

/** The definition of a metric, without the type of its own. */
export const definitionOf = (name: MetricName): Definition => definitions[name]

export const modeOf = (isSimulated: boolean) => (isSimulated ? "simulated" : "live")

/** The labels of a fund. */
export const fundLabels = (slug: string, isSimulated: boolean) => ({ fund: slug, mode: modeOf(isSimulated) })
