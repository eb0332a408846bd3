import openapiTS, { astToString } from "openapi-typescript"
import type { Bundle } from "../documents/bundle.ts"
import { banner } from "./code.ts"

/** `types/<api>.ts`: plain TypeScript types of a whole api, planned operations included, for clients without Effect. */
export const emitTypes = async (name: string, bundle: Bundle): Promise<string> => {
  const nodes = await openapiTS(structuredClone(bundle.document) as never, {
    alphabetize: false,
    immutable: true,
    silent: true
  })
  return `${banner(`specs/${name}/openapi.yaml`)}\n${astToString(nodes)}`
}
