"""Games as tasks that can be sent anywhere, what is kept of them, and what they are part of."""
