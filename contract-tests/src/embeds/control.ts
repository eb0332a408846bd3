import { expect } from "vitest"

/** Makes a call that has to succeed, and returns the answer's data; undefined without a body. */
export const dataOf = async (
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body?: object
): Promise<any> => {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const text = await answer.text()
  expect(answer.ok, text).toBe(true)
  return text === "" ? undefined : (JSON.parse(text) as { readonly data: unknown }).data
}

/** Calls the control API of a simulator (`/_simulator/…`), and returns the answer's data. */
export type Control = (method: string, path: string, body?: object) => Promise<any>

export const controlOf =
  (url: string): Control =>
  (method, path, body) =>
    dataOf(`${url}/_simulator/${path}`, method, {}, body)
