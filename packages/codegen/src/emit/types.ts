import type { GlobalContext } from "openapi-typescript"
import { astToString, resolveRef, scanDiscriminators, transformSchema } from "openapi-typescript"
import type { Bundle } from "../documents/bundle.ts"
import { banner } from "./code.ts"

/**
 * `types/<api>.ts`: plain TypeScript types of a whole api, planned operations included, for clients without Effect.
 *
 * openapi-typescript's own entry point would bundle and lint the document again; both have been done.
 */
export const emitTypes = (name: string, bundle: Bundle): string => {
  const document = structuredClone(bundle.document) as never
  // Not readonly: openapi-fetch takes a readonly array for an object, and its answers would lose every list.
  const options = { silent: true, defaultNonNullable: true }
  const context = {
    ...options,
    discriminators: scanDiscriminators(document, options),
    injectFooter: [],
    resolve: ($ref: string) => resolveRef(document, $ref, { silent: true })
  } as unknown as GlobalContext
  return `${banner(`specs/${name}/openapi.yaml`)}\n${astToString(transformSchema(document, context))}`
}
