import type { Words } from "../en/index.ts"

/** A name in Latin letters has a space on both sides; the words that are used while it's unknown have none. */
const spaced = (name: string): string => (/^[\u0020-\u024f]+$/.test(name) ? ` ${name} ` : name)

export const common: Words["common"] = {
  sandbox: "沙盒环境，这里的一切都不是真实的。",
  saved: "已保存",
  saving: "正在保存…",
  continue: "继续",
  back: "返回",
  save: "保存",
  skip: "暂时跳过",
  change: "更改",
  done: "完成",
  tryAgain: "重试",
  optional: "（可选）",
  copy: "复制",
  copied: "已复制",
  newTab: "（在新标签页中打开）",
  steps: "步骤",
  stepDone: "已完成",
  stepOf: (step, count, name) => `第 ${step} 步，共 ${count} 步：${name}`,
  mistakes: (count) => `请检查 ${count} 处填写内容`,
  searching: "正在搜索…",
  found: (count, hasMore) =>
    count === 0
      ? "没有匹配的基金。请检查拼写，或按 ABN 搜索。"
      : hasMore
        ? `显示前 ${count} 个基金。请输入更多内容。`
        : `找到 ${count} 个基金`,
  noSuchName: "没有名称与此完全相同的基金。",
  didYouMean: (count) => (count === 1 ? "您要找的是这个吗？" : "您要找的是其中一个吗？"),
  notOffered: {
    not_mysuper: (product) => `${product}不是默认基金产品。只有这类产品才能设为默认基金。`,
    closed: (product) => `${product}不再接受新会员。`,
    not_linked: (product) => `您的薪资系统尚未连接${product}。`,
    not_joinable: (product) => `在此不能加入${product}。`
  },
  showMore: "显示更多基金",
  date: { day: "日", month: "月", year: "年" },
  fund: { abn: "基金的 ABN", number: "您的雇主编号", product: "产品" },
  offline: "您已离线。请继续填写，恢复连接后会自动保存。",
  tooFast: "请稍候…",
  changed: "您在另一个窗口中做了更改。这里显示的是最新内容。",
  notSaved: "暂时无法保存。请不要关闭本页，我们会再试。",
  failed: "我们这边出了问题。您填写的内容还在，请重试。",
  inEnglish: "以下说明只有英文版。",
  requestId: (id) => `参考编号：${id}`,
  payroll: "您的薪资系统",
  help: (name) => `${name} 的帮助`,
  who: (partner, operator, abn) =>
    `${partner === undefined ? "" : `${partner} 请您填写本页面。`}本服务由 ${operator}（ABN ${abn}）运营。`,
  privacy: "隐私政策",
  yourDetails: "您的信息如何使用",
  goTo: (partner) => `前往 ${partner}`,
  stopped: {
    expired: { title: "本页面已超时", text: (partner) => `请从${spaced(partner)}重新打开。` },
    used: {
      title: "此链接已被使用",
      text: (partner) => `一个链接只能打开一个页面。请从${spaced(partner)}重新打开。`
    },
    invalid: { title: "此链接无效", text: (partner) => `链接可能不完整。请从${spaced(partner)}重新打开。` },
    session_ended: {
      title: "您已离开一段时间",
      text: (partner) => `您填写的内容已保存。请从${spaced(partner)}重新打开。`
    },
    suspended: {
      title: "此页面暂时无法使用",
      text: (partner) => `您填写的内容已保存。请向${spaced(partner)}询问何时恢复。`
    },
    unopened: { title: "此页面不能直接打开", text: (partner) => `请从${spaced(partner)}打开。` },
    done: {
      title: "已完成",
      text: (partner) => `您保存的内容会保留。如需再次查看，请从${spaced(partner)}重新打开。`
    },
    unavailable: { title: "我们这边出了问题", text: () => "您的内容已保存。请一分钟后重试。" }
  },
  conflicts: {
    step_not_reached: "前面还有步骤未完成，已为您转到该步骤。",
    onboarding_closed: "您已提交，不能在此更改。",
    fund_choices_changed: "可选的基金已更新。",
    verification_not_possible: "该验证码已失效，请获取新的验证码。",
    intent_closed: "此表格已提交，不能在此更改。",
    employer_not_configured: "请先选择默认基金，然后才能添加员工。",
    match_not_open: "该基金已无法确认。请从列表中选择基金。",
    fund_not_linked: "您的薪资系统尚未连接该基金。请选择其他基金。",
    ato_not_connected: "请先连接 ATO。",
    ato_connection_not_saved: "请先说明由谁与 ATO 联系。",
    choice_form_not_available: "您的表格还没准备好，请一分钟后重试。"
  }
}
