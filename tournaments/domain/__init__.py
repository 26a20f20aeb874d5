"""What can be done, one function for each thing that changes something.

Functions take keyword arguments, the actor (`by`) and the time (`at`); what they refuse they raise as a
`Refused`, whose message a user can read. Nothing here knows of requests or templates.
"""
