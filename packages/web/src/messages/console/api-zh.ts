import { chineseNumber, zhText } from "../site/format.ts";
import type { apiEn } from "./api-en.ts";

/** Texts of the view of the API, in Chinese. */
export const apiZh: typeof apiEn = {
  hint: "在这里可以试用节点的 GraphQL API。操作以你本人的身份执行，mutation 会真正修改节点。程序请使用访问令牌。",
  tokens: "访问令牌",
  agents: "AI 助手用访问令牌连接这个地址（MCP）。它可以阅读、写草稿并提交给你审阅，只有你能签名和发布。",
  agentsPage: "如何接入 AI 助手",
  operation: "操作",
  variables: "变量（JSON）",
  wrongVariables: '变量必须是 JSON 对象，例如 { "slug": "hello" }。',
  run: "运行",
  running: "正在运行……",
  format: "整理格式",
  answer: "结果",
  noAnswer: "结果会显示在这里。",
  answered: (status, bytes) => zhText`状态码 ${String(status)}，${chineseNumber.format(bytes)} 字节。`,
  docs: "Schema 说明",
  searchDocs: "搜索 schema",
  allOperations: "全部查询和变更",
  queries: "查询",
  mutations: "变更",
  types: "类型",
  example: `# Ctrl-空格补全，Ctrl-Enter 运行。
query Posts {
  publications(first: 5, types: [POST]) {
    nodes {
      title
      slug
      state
      tags
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`,
  phrases: {
    "Current word": "当前词",
    Completions: "补全",
    Diagnostics: "问题",
    "No diagnostics": "没有问题",
    close: "关闭",
  },
};
