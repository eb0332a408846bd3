import type { GlobalContext } from "openapi-typescript"
import { astToString, resolveRef, scanDiscriminators, transformSchema } from "openapi-typescript"
import type { Bundle } from "../documents/bundle.ts"
import { banner } from "./code.ts"

/**
 * `types/<name>.ts`: plain TypeScript types of a whole document, planned operations included, for programs without
 * Effect. For an AsyncAPI document it has the schemas.
 *
 * openapi-typescript's own entry point would bundle and lint the document again.
 */
export const emitTypes = (bundle: Bundle): string => {
  const document = structuredClone(typedPart(bundle.document)) as never
  // Not readonly: openapi-fetch treats a readonly array as an object, and its answers would lose every list.
  const options = { silent: true, defaultNonNullable: true }
  const context = {
    ...options,
    discriminators: scanDiscriminators(document, options),
    injectFooter: [],
    resolve: ($ref: string) => resolveRef(document, $ref, { silent: true })
  } as unknown as GlobalContext
  return `${banner(`specs/${bundle.path}`)}\n${astToString(transformSchema(document, context))}`
}

const typedPart = (document: Bundle["document"]): object =>
  document["asyncapi"] === undefined
    ? document
    : { components: { schemas: (document["components"] as { readonly schemas?: object }).schemas } }
