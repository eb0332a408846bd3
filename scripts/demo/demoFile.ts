import { readFileSync } from "node:fs"

/** A step whose result differs from the spec, or from what the walk expects. */
export class Difference extends Error {}

/** The file that `start` writes for people who try it. */
export interface DemoFile {
  readonly service_url: string
  readonly docs_url: string
  readonly partner: { readonly id: string; readonly key: string }
  readonly products: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly key: string
    readonly webhook_secret: string
  }>
  readonly funds: ReadonlyArray<{
    readonly id: string
    readonly name: string
    readonly url: string
    readonly auth: string
  }>
  /** Where funds upload their files: host and port. */
  readonly sftp: string
  readonly simulators: { readonly fund: string; readonly partner: string }
}

/** Reads `.data/demo.json`. */
export const readDemoFile = (dataDir: string): DemoFile => {
  try {
    return JSON.parse(readFileSync(`${dataDir}/demo.json`, "utf8"))
  } catch {
    throw new Difference(`There is no ${dataDir}/demo.json. Run start first, and this in a second terminal.`)
  }
}
