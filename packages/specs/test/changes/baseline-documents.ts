import { fileURLToPath } from "node:url"
import type { DocumentName } from "../../src/changes/documents.ts"
import { readReleasedDocuments } from "../../src/changes/ledger/releases.ts"
import type { Draft } from "./rows.ts"

/** Small documents of the two kinds that the first release doesn't hold. */
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const answer = (schema: object) => ({
  description: "The view.",
  content: { "application/json": { schema } }
})

const embedApi = {
  openapi: "3.1.1",
  info: { title: "Embed API", version: "0.1.0" },
  servers: [{ url: "https://api.embedded-super.example" }],
  security: [{ EmbedToken: [] }],
  paths: {
    "/api/v1/embed/employer": {
      get: { operationId: "getEmployerView", responses: { "200": answer(ref("EmployerView")) } },
      put: {
        operationId: "saveEmployerView",
        requestBody: {
          required: true,
          content: { "application/json": { schema: ref("EmployerViewSave") } }
        },
        responses: { "200": answer(ref("EmployerView")) }
      }
    }
  },
  components: {
    securitySchemes: { EmbedToken: { type: "http", scheme: "bearer", "x-principal": "EmbedPrincipal" } },
    schemas: {
      EmployerView: {
        type: "object",
        additionalProperties: true,
        required: ["revision", "fund"],
        properties: {
          revision: { type: "string", maxLength: 64, pattern: "^[0-9a-f]+$" },
          fund: { type: "string", maxLength: 100 }
        }
      },
      EmployerViewSave: {
        type: "object",
        additionalProperties: false,
        required: ["fund"],
        properties: { fund: { type: "string", maxLength: 100 } }
      }
    }
  }
}

const abn = { type: "string", pattern: "^[1-9][0-9]{10}$" }

const fundFiles = {
  openapi: "3.1.1",
  info: { title: "Fund files", version: "0.1.0" },
  components: {
    schemas: {
      EmployerDetailsRow: {
        type: "object",
        "x-file": { written_by: "service", format: "csv" },
        additionalProperties: true,
        required: ["abn", "usi"],
        properties: { abn, employer_name: { type: "string", maxLength: 200 }, usi: { type: "string" } }
      },
      EmployerListRow: {
        type: "object",
        "x-file": { written_by: "fund", format: "csv" },
        additionalProperties: false,
        required: ["abn"],
        properties: { abn, employer_number: { type: "string", maxLength: 64 } }
      },
      EmployerListResult: {
        type: "object",
        "x-file": { written_by: "service", format: "json" },
        additionalProperties: false,
        required: ["outcome"],
        properties: { outcome: ref("Outcome") }
      },
      Outcome: { type: "string", enum: ["accepted", "refused"] },
      FundProfile: {
        type: "object",
        "x-file": { written_by: "fund", format: "yaml" },
        additionalProperties: false,
        required: ["flow"],
        properties: { flow: { type: "string", enum: ["jwt", "api_key"] } }
      }
    }
  }
}

const firstRelease = {
  ...readReleasedDocuments(fileURLToPath(new URL("../../../../specs/published/0.1.0", import.meta.url))),
  "embed-api": embedApi,
  "fund-files": fundFiles
}

/** A fresh copy of a document of the first release, or of one written here because it had none: neither ever changes. */
export const released = (name: DocumentName): Draft => structuredClone(firstRelease[name]) as Draft
