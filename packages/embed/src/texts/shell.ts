import type { App } from "../page/page.ts"

/** The languages that the embeds speak; the first where a browser asks for none of them. */
export const languages = ["en-AU", "zh"]

interface ShellTexts {
  readonly title: string
  readonly loading: string
  readonly withoutScript: string
}

/** The texts of an app's page before its script runs. */
export const shellTexts: Readonly<Record<string, Readonly<Record<App, ShellTexts>>>> = {
  "en-AU": {
    super_settings: {
      title: "Super settings",
      loading: "Loading your settings",
      withoutScript: "This page needs JavaScript. Turn it on, then open the page again."
    },
    onboarding: {
      title: "Your super",
      loading: "Loading your form",
      withoutScript: "This form needs JavaScript. Turn it on, then open the form again."
    },
    intent: {
      title: "Add a new employee",
      loading: "Loading your form",
      withoutScript: "This form needs JavaScript. Turn it on, then open the form again."
    }
  },
  zh: {
    super_settings: {
      title: "养老金设置",
      loading: "正在加载设置",
      withoutScript: "本页面需要 JavaScript。请启用后重新打开。"
    },
    onboarding: {
      title: "您的养老金",
      loading: "正在加载表格",
      withoutScript: "本表格需要 JavaScript。请启用后重新打开。"
    },
    intent: {
      title: "添加新员工",
      loading: "正在加载表格",
      withoutScript: "本表格需要 JavaScript。请启用后重新打开。"
    }
  }
}
