/** A document that satisfies every rule; each test breaks one of them. */
export const good = () => {
  const header = {
    description: "Names the request.",
    schema: { type: "string", maxLength: 36, pattern: "^[0-9a-f-]{36}$" }
  }
  const headers = { "X-Request-Id": header }
  const problem = {
    type: "object",
    required: ["title"],
    properties: { title: { type: "string", maxLength: 80, description: "What went wrong." } }
  }
  const refusal = {
    description: "The body could not be read.",
    headers,
    content: {
      "application/problem+json": {
        schema: problem,
        examples: { malformed: { summary: "Not JSON", value: { title: "Not JSON" } } }
      }
    }
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Kettles",
      version: "1.0.0",
      description: "About kettles.",
      contact: { name: "Kettle people", url: "https://kettles.example", email: "all@kettles.example" },
      license: { name: "Apache 2.0", identifier: "Apache-2.0" }
    },
    servers: [{ url: "https://api.kettles.example", description: "Production." }],
    tags: [{ name: "kettle-care", description: "Care of kettles." }],
    security: [{ KettleKey: [] }],
    paths: {
      "/v1/kettles": {
        post: {
          operationId: "addKettle",
          tags: ["kettle-care"],
          summary: "Add a kettle",
          description: "Adds a kettle to the shelf, where everybody can find it later.",
          "x-source": "R-2.1-1, D-paths" as string | undefined,
          "x-planned": undefined as string | undefined,
          parameters: undefined as ReadonlyArray<object> | undefined,
          requestBody: {
            content: {
              "application/json": {
                schema: { $ref: "#/components/schemas/Kettle" },
                examples: { small: { summary: "A small kettle", value: { litres: 1 } } as object }
              }
            }
          },
          responses: {
            "201": {
              description: "It is on the shelf.",
              headers: headers as object,
              content: {
                "application/json": {
                  schema: { $ref: "#/components/schemas/Kettle" },
                  examples: { small: { summary: "A small kettle", value: { litres: 1 } } } as
                    | object
                    | undefined
                }
              }
            },
            "400": refusal as { content: object } | undefined
          }
        }
      }
    },
    components: {
      securitySchemes: {
        KettleKey: {
          type: "apiKey",
          in: "header",
          name: "X-Kettle-Key",
          description: "A key.",
          "x-principal": "Someone" as string | undefined
        }
      },
      schemas: {
        Kettle: {
          type: "object",
          description: "A kettle, as it stands on the shelf." as string | undefined,
          "x-source": "D-employer-record" as string | undefined,
          additionalProperties: false as boolean | undefined,
          required: ["litres"],
          properties: {
            litres: { type: "integer", minimum: 1, maximum: 9, description: "How much it holds." },
            made_on: { $ref: "#/components/schemas/Day" }
          } as Record<string, object>,
          examples: [{ litres: 2 }]
        },
        Day: {
          type: "string",
          format: "date",
          pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" as string | undefined,
          maxLength: 10 as number | undefined,
          description: "A day of the calendar.",
          "x-source": "D-paths"
        } as Record<string, unknown>
      } as Record<string, any>
    }
  }
}

export type Good = ReturnType<typeof good>
export const post = (document: Good) => document.paths["/v1/kettles"].post
export const kettle = (document: Good) => document.components.schemas["Kettle"]
export const day = (document: Good) => document.components.schemas["Day"]
