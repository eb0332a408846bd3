import type { SceneRequest } from "@embedded-super/contracts/schemas"
import { stringify } from "yaml"
import type { SceneWriter } from "./SceneWriter.ts"

const camelCase = (name: string): string =>
  name.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const titled = (name: string): string => {
  const words = name.replaceAll("-", " ")
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const RUN_ID = {
  type: "string",
  pattern: "^[a-z0-9-]{1,40}$",
  description: "Makes the remote ids of the run its own."
}
const key = (whose: string) => ({ type: "string", format: "password", description: `The key of ${whose}.` })

/** The inputs of a scene, by the names that the command `scene` gives values to. */
const inputsOf = (writer: SceneWriter) => {
  const keys = {
    ...(writer.keys.has("product_key") ? { product_key: key("a sandboxed product") } : {}),
    ...(writer.keys.has("partner_key") ? { partner_key: key("a sandboxed partner") } : {}),
    ...(writer.usesWebhookUrl
      ? { webhook_url: { type: "string", description: "Where the partner simulator receives webhooks." } }
      : {})
  }
  const given = writer.references.inputs.map(([name, value]) => [
    name,
    { type: "string", description: `The ${name.replaceAll("_", " ")}.`, default: value }
  ])
  return {
    type: "object",
    description: "What a run needs to know.",
    required: ["run_id", ...Object.keys(keys)],
    properties: { run_id: RUN_ID, ...keys, ...Object.fromEntries(given) }
  }
}

/** The Arazzo document of a scene. `looks`: how often a wait looks. */
export const documentOf = (
  writer: SceneWriter,
  { first_seq, last_seq, name }: SceneRequest,
  looks: number
): string => {
  const made = `Made of the entries ${first_seq} to ${last_seq} of a time line. People in it are made up.`
  const leftOut = [...writer.leftOut].join(", ")
  const parameter = (value: string) => ({ name: "X-API-Key", in: "header", value: `$inputs.${value}` })
  const parameters = {
    ...(writer.keys.has("product_key") ? { productKey: parameter("product_key") } : {}),
    ...(writer.keys.has("partner_key") ? { partnerKey: parameter("partner_key") } : {})
  }
  const sources = new Set(writer.steps.map(({ operationId }) => operationId.split(".")[1] ?? ""))
  return stringify({
    arazzo: "1.0.1",
    info: {
      title: titled(name),
      version: "1.0.0",
      description:
        leftOut === ""
          ? made
          : `${made} Left out, because their bodies or paths aren't kept, or are empty: ${leftOut}.`
    },
    sourceDescriptions: [...sources].toSorted().map((source) => ({
      name: source,
      url: `../packages/contracts/bundled/${source}.json`,
      type: "openapi"
    })),
    workflows: [
      {
        workflowId: camelCase(name),
        summary: titled(name),
        inputs: { $ref: "#/components/inputs/run" },
        steps: writer.steps.map((step) => {
          const outputs = writer.references.outputsOf(step.stepId)
          return outputs === undefined ? step : { ...step, outputs }
        })
      }
    ],
    components: {
      inputs: { run: inputsOf(writer) },
      ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
      failureActions: {
        lookAgain: { name: "lookAgain", type: "retry", retryAfter: 0.1, retryLimit: looks }
      }
    }
  })
}
