"""The pictures that messengers show beside a link: 1200 × 630, in the colours of the table."""
