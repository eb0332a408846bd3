import type { Collection, CollectionRequest, Value } from "./Collection.ts"

const sentOrNot = ({ description, isSent, name, value }: Value) => ({
  key: name,
  value,
  description,
  ...(isSent ? {} : { disabled: true })
})

const authOf = ({ key }: CollectionRequest) =>
  key === undefined
    ? { type: "noauth" }
    : {
        type: "apikey",
        apikey: Object.entries({ key: key.header, value: `{{${key.variable}}}`, in: "header" }).map(
          ([name, value]) => ({ key: name, value, type: "string" })
        )
      }

const itemOf = (request: CollectionRequest) => {
  const path = request.path.replaceAll(/\{(\w+)\}/g, ":$1")
  return {
    name: request.name,
    request: {
      method: request.method,
      description: request.description,
      auth: authOf(request),
      header: request.headers.map(sentOrNot),
      url: {
        raw: `{{baseUrl}}${path}`,
        host: ["{{baseUrl}}"],
        path: path.slice(1).split("/"),
        query: request.query.map(sentOrNot),
        variable: request.pathValues.map(({ description, name, value }) => ({
          key: name,
          value,
          description
        }))
      },
      ...(request.body === undefined
        ? {}
        : {
            body: {
              mode: "raw",
              raw: JSON.stringify(request.body, null, 2),
              options: { raw: { language: "json" } }
            }
          })
    }
  }
}

/**
 * A collection in Postman's format, version 2.1. Postman's own converter gives every operation the same key, and sends
 * the examples of optional headers: a second POST would repeat the first one's idempotency key. Other tools (Insomnia,
 * Hoppscotch, Bruno) read this format, too.
 */
export const postmanOf = ({ description, environments, folders, name, secrets, version }: Collection) => ({
  info: {
    name,
    description: `${description}\n\nSet \`baseUrl\` and the keys in the collection's variables.`,
    version,
    schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
  },
  variable: [
    { key: "baseUrl", value: environments[0]?.baseUrl ?? "", type: "string" },
    ...secrets.map((key) => ({ key, value: "", type: "secret" }))
  ],
  item: folders.map((folder) => ({
    name: folder.name,
    description: folder.description,
    item: folder.requests.map(itemOf)
  }))
})
