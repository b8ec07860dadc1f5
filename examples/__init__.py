"""Programs to begin from: a chat loop, a LangGraph store, and an agent that speaks MCP."""
