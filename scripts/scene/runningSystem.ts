import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as Effect from "effect/Effect"
import { readSimulators, type Simulator } from "@embedded-super/pages/sources/readyFile"
import { type DemoFile, readDemoFile, Difference } from "../demo/demoFile.ts"
import { UsageError } from "@embedded-super/program/commandLine"
import type { SceneCall } from "./options.ts"
import type { Scene, SourceName } from "./sceneFile.ts"

/** The running programs that a scene calls. */
export interface RunningSystem {
  readonly servers: Readonly<Record<SourceName, string>>
  /** The values of the scenes' inputs. */
  readonly inputs: Readonly<Record<string, string>>
  /** The authorities of the simulators, PEM. */
  readonly authorities: string
}

/** The simulators whose ready files are in the data folder. */
const simulatorsOf = async (dataDir: string): Promise<ReadonlyArray<Simulator>> => {
  const found = await Effect.runPromise(Effect.provide(readSimulators(dataDir), NodeFileSystem.layer))
  if (found.length > 0) return found
  throw new Difference(`The simulators of ${dataDir} aren't ready. Run the scene when start says that it is.`)
}

/** `needed` is what the scene says of its fund. */
const fundOf = (
  slug: string | undefined,
  simulators: ReadonlyArray<Simulator>,
  needed?: string
): Simulator => {
  const funds = simulators.filter(({ kind }) => kind === "fund")
  const found = slug === undefined ? funds[0] : funds.find((fund) => fund.slug === slug)
  if (found !== undefined) return found
  const others = funds.map((fund) => fund.slug).join(", ")
  const what = needed === undefined ? "" : ` It needs: ${needed}`
  throw new Difference(
    `No simulator of the fund ${slug ?? ""} runs here; there is ${others || "none"}. --input fund=${funds[0]?.slug ?? "SLUG"} runs the scene with that one.${what}`
  )
}

/** A value that no earlier run has used: part of each remote id, slug and e-mail address. */
const newRunId = (): string => `run-${Date.now().toString(36)}`

const inputsFrom = ({ partner, products, simulators }: DemoFile): Readonly<Record<string, string>> => {
  const [product] = products
  return {
    run_id: newRunId(),
    partner_key: partner.key,
    webhook_url: `${simulators.partner}/webhooks`,
    ...(product === undefined ? {} : { product_key: product.key })
  }
}

/** Whether the service answers, and has a Workbench. */
const checkService = async (url: string): Promise<void> => {
  const { status } = await fetch(`${url}/_workbench`, { signal: AbortSignal.timeout(5000) }).catch(() => {
    throw new Difference(
      `The service doesn't answer at ${url}. Run start, and the scene when start says that it is ready.`
    )
  })
  if (status === 404) {
    throw new Difference(`The service at ${url} has no Workbench. Run it with --dev, as start does.`)
  }
}

const slugFor = ({ inputs }: Scene, given: Readonly<Record<string, string>>): string | undefined =>
  given["fund"] ?? inputs["fund"]?.default

/** The fund of the scenes that call its simulator themselves; levers name their fund by its slug. */
const fundOfAll = (
  scenes: ReadonlyArray<Scene>,
  given: Readonly<Record<string, string>>
): string | undefined => {
  const calling = scenes.filter(({ sources }) => sources.includes("fund-simulator"))
  const funds = new Set(calling.map((scene) => slugFor(scene, given)))
  if (funds.size <= 1) return [...funds][0]
  throw new UsageError(
    `The scenes are for different funds: ${[...funds].join(", ")}. Run them one after the other.`
  )
}

/** The values of the inputs that the scenes have. An input without one keeps the default of its scene. */
const valuesFor = (
  scenes: ReadonlyArray<Scene>,
  known: Readonly<Record<string, string>>
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    scenes.flatMap(({ file, inputs }) =>
      Object.entries(inputs).flatMap(([name, input]) => {
        const value = known[name]
        if (value === undefined && input.default === undefined) {
          throw new UsageError(`${file} needs a value for ${name}. Give it with --input ${name}=VALUE.`)
        }
        return value === undefined ? [] : [[name, value] as const]
      })
    )
  )

/** Finds what `start` runs, and the values of the scenes' inputs. Given inputs win. */
export const findRunning = async ({
  dataDir,
  inputs,
  scenes,
  serviceUrl
}: SceneCall): Promise<RunningSystem> => {
  const demo = readDemoFile(dataDir)
  const service = serviceUrl ?? demo.service_url
  const simulators = await simulatorsOf(dataDir)
  const values = valuesFor(scenes, { ...inputsFrom(demo), ...inputs })
  // A scene that stops in the middle leaves faults and a moved clock behind.
  for (const scene of scenes) {
    const fund = scene.inputs["fund"]
    if (fund !== undefined) fundOf(slugFor(scene, values), simulators, fund.description)
  }
  const fund = fundOf(fundOfAll(scenes, values), simulators)
  await checkService(service)
  return {
    servers: {
      "partner-api": service,
      "embed-api": service,
      "workbench-api": service,
      "partner-simulator": demo.simulators.partner,
      "fund-simulator": fund.url
    },
    inputs: values,
    authorities: simulators.flatMap(({ ca }) => (ca === null ? [] : [ca])).join("\n")
  }
}
