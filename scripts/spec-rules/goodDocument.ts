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
      title: "Employers",
      version: "1.0.0",
      description: "About employers.",
      contact: { name: "Payroll people", url: "https://employers.example", email: "all@employers.example" },
      license: { name: "Apache 2.0", identifier: "Apache-2.0" }
    },
    servers: [{ url: "https://api.employers.example", description: "Production." }],
    tags: [{ name: "employer-records", description: "Records of employers." }],
    security: [{ EmployerKey: [] }],
    paths: {
      "/v1/employers": {
        post: {
          operationId: "addEmployer",
          tags: ["employer-records"],
          summary: "Add an employer",
          description: "Adds an employer, whose employees can then be onboarded.",
          "x-source": "R-2.1-1, D-paths" as string | undefined,
          "x-planned": undefined as string | undefined,
          parameters: undefined as ReadonlyArray<object> | undefined,
          requestBody: {
            content: {
              "application/json": {
                schema: { $ref: "#/components/schemas/Employer" },
                examples: { small: { summary: "A small employer", value: { employees: 1 } } as object }
              }
            }
          },
          responses: {
            "201": {
              description: "The employer exists.",
              headers: headers as object,
              content: {
                "application/json": {
                  schema: { $ref: "#/components/schemas/Employer" },
                  examples: { small: { summary: "A small employer", value: { employees: 1 } } } as
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
        EmployerKey: {
          type: "apiKey",
          in: "header",
          name: "X-Employer-Key",
          description: "A key.",
          "x-principal": "Someone" as string | undefined
        }
      },
      schemas: {
        Employer: {
          type: "object",
          description: "An employer, as the partner knows it." as string | undefined,
          "x-source": "D-employer-record" as string | undefined,
          additionalProperties: false as boolean | undefined,
          required: ["employees"],
          properties: {
            employees: {
              type: "integer",
              minimum: 1,
              maximum: 9,
              description: "How many people work there."
            },
            known_since: { $ref: "#/components/schemas/Day" }
          } as Record<string, object>,
          examples: [{ employees: 2 }]
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
export const post = (document: Good) => document.paths["/v1/employers"].post
export const employer = (document: Good) => document.components.schemas["Employer"]
export const day = (document: Good) => document.components.schemas["Day"]
