import { existsSync, readFileSync } from "node:fs"
import type { DocumentName } from "../src/documents.ts"
import { embedApi, fundFiles } from "./baseline-documents.ts"
import type { Draft } from "./rows.ts"

const written: Readonly<Partial<Record<DocumentName, object>>> = {
  "embed-api": embedApi,
  "fund-files": fundFiles
}

const published = (name: DocumentName) =>
  new URL(`../../../specs/published/0.1.0/${name}.json`, import.meta.url)

/** The text of each document, read once: a fresh copy is parsed from it for each test. */
const texts = new Map<DocumentName, string>()

const textOf = (name: DocumentName): string => {
  const text =
    texts.get(name) ??
    (existsSync(published(name)) ? readFileSync(published(name), "utf8") : JSON.stringify(written[name]))
  texts.set(name, text)
  return text
}

/** A fresh copy of a document of the first release, or of one written here if it had none: neither ever changes. */
export const released = (name: DocumentName): Draft => JSON.parse(textOf(name))
