"""What archivists propose lands in the graph, in one write, and can be taken back."""
