/** The payroll application from the view of its user and its developer: pages, forms, and the simulator API. */
import { SimulatorAddress } from "@embedded-super/simulator-kit"
import { inProcess } from "@embedded-super/simulator-kit/testing"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { partnerSimulator } from "../src/index.ts"
import { receiptOf } from "@embedded-super/program/testing/receipt"
import type { MockedService } from "./mockedService.ts"

/** The calls that tests make of a running payroll application. */
export const payrollAt = (url: string) => {
  const page = async (path: string): Promise<string> => (await fetch(`${url}${path}`)).text()
  const api = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${url}/_simulator/${path}`, {
      method,
      headers: { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await answer.text()
    return {
      status: answer.status,
      headers: answer.headers,
      body: text === "" ? undefined : JSON.parse(text)
    }
  }
  /** Sends a form, and returns the page that it leads to. */
  const form = async (path: string, fields: Readonly<Record<string, string>> = {}) => {
    const answer = await fetch(`${url}${path}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      redirect: "manual"
    })
    return {
      status: answer.status,
      location: answer.headers.get("location") ?? "",
      text: await answer.text()
    }
  }
  return {
    url,
    page,
    api,
    form,
    people: async (): Promise<ReadonlyArray<any>> =>
      (await api("GET", "payroll/employees?limit=100")).body.data,
    inbox: async (): Promise<ReadonlyArray<any>> => (await api("GET", "webhooks?limit=100")).body.data,
    /** Waits until a page holds a text. */
    shows: (path: string, text: string | RegExp) =>
      receiptOf(async () => {
        const html = await page(path)
        return (typeof text === "string" ? html.includes(text) : text.test(html)) ? html : undefined
      }),
    connect: ({ baseUrl, product }: MockedService) =>
      api("PUT", `products/${product.id}`, {
        key: product.key,
        webhook_secret: product.webhookSecret,
        service_url: baseUrl
      })
  }
}

export type Payroll = ReturnType<typeof payrollAt>

/** A payroll application in this process. */
export const startPayroll = async (): Promise<Payroll & { readonly stop: () => Promise<void> }> => {
  const runtime = ManagedRuntime.make(inProcess(partnerSimulator()))
  const { url } = await runtime.runPromise(SimulatorAddress)
  return { ...payrollAt(url), stop: () => runtime.dispose() }
}
