import type { Words } from "../en/index.ts"

export const employer: Words["employer"] = {
  title: (name) => `${name} 的养老金设置`,
  canStart: "可以添加新员工",
  notReady: "尚未就绪",
  parts: { default_fund: "默认基金", ato_connection: "ATO 连接", automations: "自动处理" },
  status: { ok: "已完成", warning: "待办", disabled: "暂不可用" },
  looking: "正在查询是否已有基金认识您…",
  isCommitted: (partner) => `已发送给${partner}`,
  notCommitted: (partner) => `正在发送给${partner}…`,
  fund: { abn: "基金的 ABN", number: "您的雇主编号", usi: "USI", product: "产品" },
  match: {
    title: (fund) => `您已在使用 ${fund}`,
    question: "这是您的默认基金吗?未做选择的员工的养老金会存入这里。",
    yes: (fund) => `是,使用 ${fund}`,
    no: "不是我们的",
    choose: {
      title: "您已在使用这些基金",
      legend: "哪一个是您的默认基金?",
      hint: "未做选择的员工的养老金会存入这里。",
      yes: "使用这个基金",
      no: "都不是"
    }
  },
  decline: {
    title: (fund) => `为什么不是 ${fund}?`,
    legend: "请选择原因",
    reasons: { not_our_fund: "我们从未用过", not_any_more: "我们不再使用", other: "其他原因" },
    save: "继续"
  },
  terms: { before: "继续即表示您同意", between: "、", last: "和", after: "。" },
  search: {
    title: "选择默认基金",
    hint: "未做选择的员工的养老金会存入这里。",
    label: "查找基金",
    labelHint: "基金名称、产品、ABN 或 USI",
    legend: "基金",
    number: "您在该基金的雇主编号",
    help: "如何选择默认基金",
    helpUrl:
      "https://www.ato.gov.au/businesses-and-organisations/super-for-employers/setting-up-super-for-your-business/select-your-default-super-fund",
    save: "使用这个基金"
  },
  set: {
    confirmed: (day) => `确认于 ${day}`,
    changeWarning: "已在原基金的员工会留在原基金。请给他们新的选择表。",
    notSuitable: "该基金不接受新成员。请选择其他基金。"
  }
}
