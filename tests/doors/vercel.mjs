// Says something through the proxy by Vercel's AI SDK. Arguments: the address, what is said, whether to stream, a picture.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, jsonSchema, streamText, tool } from "ai";

const [url, said, isStreamed, picture] = process.argv.slice(2);
const model = createOpenAICompatible({ name: "proxy", baseURL: `${url}/v1`, apiKey: "sk-mine" })("small");
const content = [{ type: "text", text: said }, ...(picture ? [{ type: "image", image: picture }] : [])];
const tools = { look_up: tool({ description: "Looks up.", inputSchema: jsonSchema({ type: "object", properties: {} }) }) };
const asked = { model, messages: [{ role: "user", content }], tools, maxRetries: 0 };
if (isStreamed === "True") {
  let failed;
  const result = streamText({ ...asked, onError: ({ error }) => (failed = error) });
  let text = "";
  for await (const part of result.textStream) text += part;
  if (failed) throw failed;
  const calls = await result.toolCalls;
  console.log(text + calls.map((call) => call.toolName).join(""));
} else {
  const result = await generateText(asked);
  console.log(result.text + result.toolCalls.map((call) => call.toolName).join(""));
}
