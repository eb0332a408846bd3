import { resolve } from "node:path"
import { dataDirFlag } from "../start/options.ts"
import { readFlags, UsageError } from "@embedded-super/program/commandLine"
import { readScene, type Scene } from "./sceneFile.ts"

/** The scenes to run, and where. */
export interface SceneCall {
  readonly scenes: ReadonlyArray<Scene>
  /** The data folder of the `start` that it uses; an absolute path. */
  readonly dataDir: string
  /** The service's URL, if it isn't the one in the data folder. */
  readonly serviceUrl: string | undefined
  readonly inputs: Readonly<Record<string, string>>
}

export const usage = `scene: runs scenes, levers and calls in order, against a running start, and checks what happened

  FILE ...              Arazzo documents: scenes/failing-fund.arazzo.yaml
  --service URL         the service's address (the one that start wrote into the data folder)
  --input NAME=VALUE    one input of the scene; repeat it for others
  --data-dir FOLDER     the folder that start was given (.data)

It ends with 0; with 1 if a step fails; with 2 if the call or the file has a mistake.`

const inputOf = (given: string): readonly [name: string, value: string] => {
  const [, name, value] = /^([A-Za-z][A-Za-z0-9_]*)=(.*)$/s.exec(given) ?? []
  if (name === undefined || value === undefined) {
    // The rest may be a key, so it isn't repeated.
    throw new UsageError("An --input isn't NAME=VALUE. For example: --input fund=banksia")
  }
  return [name, value]
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"])

/** Scenes fail calls and move the clock, so they are run on this machine only. */
const serviceOf = (given: string): string => {
  const url = URL.parse(given)
  if (url === null || !/^https?:$/.test(url.protocol) || !LOOPBACK.has(url.hostname)) {
    throw new UsageError(
      `--service ${given} is not an address of this machine. For example: --service http://localhost:4000`
    )
  }
  return url.origin
}

/** An input that no scene knows would change nothing, so it is a mistake. */
const checkInputs = (scenes: ReadonlyArray<Scene>, given: Readonly<Record<string, string>>): void => {
  const known = new Set(scenes.flatMap(({ inputs }) => Object.keys(inputs)))
  const unknown = Object.keys(given).find((name) => !known.has(name))
  if (unknown !== undefined) {
    const names = scenes.map(({ file }) => file).join(", ")
    throw new UsageError(`${names} has no input ${unknown}. Its inputs are: ${[...known].join(", ")}.`)
  }
}

/** The report names a scene by its workflow. */
const checkNames = (scenes: ReadonlyArray<Scene>): void => {
  const names = scenes.map(({ workflowId }) => workflowId)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined)
    throw new UsageError(`Two files have the workflow ${twice}. Run them one at a time.`)
}

/** More would be a mistake: a pattern that matched other files. */
const MOST_FILES = 100

/** Parses the command line of `scene`, and reads the files that it names. */
export const sceneCall = (args: ReadonlyArray<string>): SceneCall => {
  const { positionals, values } = readFlags(
    args,
    {
      service: { type: "string" },
      input: { type: "string", multiple: true, default: [] },
      ...dataDirFlag
    },
    MOST_FILES
  )
  if (positionals.length === 0) {
    throw new UsageError("Name a scene. For example: scenes/failing-fund.arazzo.yaml")
  }
  const serviceUrl = values.service === undefined ? undefined : serviceOf(values.service)
  const inputs = Object.fromEntries(values.input.map(inputOf))
  const scenes = positionals.map(readScene)
  checkNames(scenes)
  checkInputs(scenes, inputs)
  return { scenes, dataDir: resolve(values["data-dir"]), serviceUrl, inputs }
}
