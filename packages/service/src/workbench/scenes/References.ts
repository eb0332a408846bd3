import { isUuid } from "../../platform/ids/newId.ts"

interface Made {
  readonly step: string
  readonly pointer: string
}

/** `#/data/employee/id` as `employee_id`, `#/data/id` as `id`. */
const outputName = (pointer: string): string =>
  pointer
    .replace(/^\/data\//, "")
    .replaceAll("/", "_")
    .replaceAll(/[^A-Za-z0-9_]/g, "_")

const idsIn = (value: unknown, pointer = ""): ReadonlyArray<readonly [id: string, pointer: string]> => {
  if (typeof value === "string") return isUuid(value) ? [[value, pointer]] : []
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => idsIn(item, `${pointer}/${key}`))
}

/**
 * Replaces ids in a scene: by the output of the step whose answer had the id first, or, if no step of the scene made it, by
 * an input whose default is the id.
 */
export class References {
  readonly #made = new Map<string, Made>()
  readonly #inputs = new Map<string, string>()
  readonly #outputs = new Map<string, Map<string, string>>()

  /** Learns the ids that a step's answer has. */
  learn(step: string, answer: unknown): void {
    for (const [id, pointer] of idsIn(answer)) {
      if (!this.#made.has(id) && !this.#inputs.has(id)) this.#made.set(id, { step, pointer })
    }
  }

  /** Whether a step of the scene made the id. */
  isMade(id: string): boolean {
    return this.#made.has(id)
  }

  /** The expression for an id; undefined for a text that is none. `named` is the name of an input for it. */
  for(id: string, named: string): string | undefined {
    if (!isUuid(id)) return undefined
    const made = this.#made.get(id)
    return made === undefined
      ? this.input(id, named)
      : this.output(made.step, outputName(made.pointer), `$response.body#${made.pointer}`)
  }

  /** An input whose default is this value. */
  input(value: string, named: string): string {
    const known = this.#inputs.get(value)
    if (known !== undefined) return `$inputs.${known}`
    const taken = new Set(this.#inputs.values())
    let name = named
    for (let nth = 2; taken.has(name); nth += 1) name = `${named}_${nth}`
    this.#inputs.set(value, name)
    return `$inputs.${name}`
  }

  /** An output of a step. */
  output(step: string, name: string, from: string): string {
    const outputs = this.#outputs.get(step) ?? new Map<string, string>()
    outputs.set(name, from)
    this.#outputs.set(step, outputs)
    return `$steps.${step}.outputs.${name}`
  }

  /** The outputs of a step that something refers to. */
  outputsOf(step: string): Readonly<Record<string, string>> | undefined {
    const outputs = this.#outputs.get(step)
    return outputs === undefined ? undefined : Object.fromEntries(outputs)
  }

  /** The inputs by their names, with their defaults. */
  get inputs(): ReadonlyArray<readonly [name: string, value: string]> {
    return [...this.#inputs].map(([value, name]) => [name, value])
  }
}

/** A value that the time line has masked: nothing of it, or its first letter. */
export const isMasked = (value: unknown): boolean =>
  typeof value === "string" && /•••|^\(hidden\)$|\*{3}/.test(value)

const address = {
  address_line_1: "12 Banksia Street",
  address_line_2: "Unit 4",
  locality: "Craigieburn",
  postcode: "3064",
  state: "VIC",
  country: "aus"
}

/** Values of people and organisations that don't exist, valid by the contract's rules, by the property that holds them. */
const values: Readonly<Record<string, string>> = {
  ...address,
  given_name: "Niamh",
  middle_name: "Áine",
  family_name: "O'Connor",
  previous_family_name: "Byrne",
  preferred_name: "Niamh",
  other_name: "Áine",
  title: "ms",
  date_of_birth: "1994-02-28",
  phone_number: "+61491570156",
  phone: "+61491570156",
  tfn: "123 456 782",
  start_date: "2026-12-01",
  job_title: "Cabinet maker",
  member_number: "0098765432",
  employer_number: "EMP-004512",
  abn: "51824753556",
  abn_branch_number: "003",
  session_id: "user-77",
  note: "Done by phone.",
  bsb: "062000",
  account_number: "12345678",
  account_name: "Niamh O'Connor",
  target_origins: "https://payroll.example.com",
  help_email: "help@example.com",
  technical_contact_email: "dev@example.com",
  url: "$inputs.webhook_url",
  webhook_url: "$inputs.webhook_url"
}

/** A magic value, which selects the simulated fund's answer (specs/simulator-api): it is no part of a person's address. */
const MAGIC = /\+(?:\d{3}(?:x\d+|-\d+)?|slow\d+|existing|malformed|nonumber)(?=[.@]|$)/

const RUN = "{$inputs.run_id}"

/**
 * Makes up values in place of masked ones. The same value gets the same one again; names that have to be new in each run
 * hold the run's id. `original` is the value before it was masked, if that is known: of it only a magic value is used.
 */
export const makingUp = (scene: string) => {
  const numbers = new Map<string, number>()
  const numberOf = (kind: string, original: string) => {
    const key = `${kind} ${original}`
    const number =
      numbers.get(key) ?? 1 + [...numbers.keys()].filter((one) => one.startsWith(`${kind} `)).length
    numbers.set(key, number)
    return number
  }

  return (path: ReadonlyArray<string>, original: string): string => {
    const name = path.findLast((key) => !/^\d+$/.test(key)) ?? ""
    if (name === "remote_id") return `${scene}-${numberOf(name, original)}-${RUN}`
    if (name === "slug") return `${scene}-${numberOf(name, original)}-${RUN}`
    if (name === "email") {
      return `niamh-${numberOf(name, original)}.${scene}.${RUN}${MAGIC.exec(original)?.[0] ?? ""}@example.com`
    }
    if (name === "name") return path.includes("contact") ? "Niamh O'Connor" : "Wattle & Daughters Pty Ltd"
    if (name === "address_line_2")
      return `${address.address_line_2}${MAGIC.exec(original)?.[0].replace("+", " +") ?? ""}`
    return values[name] ?? "example"
  }
}
