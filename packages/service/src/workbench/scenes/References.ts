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
