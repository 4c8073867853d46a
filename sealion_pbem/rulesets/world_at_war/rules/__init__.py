"""The rules, one module for each chapter, and one for each chapter that rulings fill."""
